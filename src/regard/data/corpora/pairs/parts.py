"""Sentence pairs in parts: as they say themselves, or drawn so that equal sources stay together."""

from collections.abc import Sequence

from regard.data.corpora.splits import hold_out
from regard.data.examples import Pair, Pairs
from regard.data.lengths import by_length
from regard.errors import Mistake

FEWEST = 4
"""Different source sentences that a corpus must have: some to learn from, one to choose on, one to report on."""


def parted(
    name: str,
    languages: tuple[str, str],
    rows: Sequence[tuple[str, str]],
    *,
    given: Sequence[str] = (),
    together: Sequence[str] = (),
    notes: Sequence[str] = (),
    seed: int = 0,
    share: float = 0.1,
    whole: bool = False,
) -> Pairs:
    """The pairs of these rows, in the parts that `given` names; a part that it does not name is drawn from train.

    Rows stay together that have the same source, or the same name in `together`. As a `whole`, all are to be measured
    on, however few.
    """
    if whole:
        pairs = [Pair(source, target, (by_length(source),)) for source, target in rows]
        return Pairs(name=name, languages=languages, train=(), validation=(), tests={"test": pairs}, notes=tuple(notes))
    if len({source for source, _ in rows}) < FEWEST:
        raise Mistake(
            f"{name} has {len({source for source, _ in rows})} different source sentences and needs {FEWEST} at "
            "least; add pairs."
        )
    parts: dict[str, list[Pair]] = {"train": [], "validation": [], "test": []}
    groups: list[str] = []
    sources = together or [source for source, _ in rows]
    for (source, target), part, group in zip(rows, given or ["train"] * len(rows), sources, strict=True):
        parts[part].append(Pair(source, target, (by_length(source),)))
        if part == "train":
            groups.append(group)
    facts = list(notes)
    rest = len(parts["train"])
    for part in ("test", "validation"):
        if parts[part] or not parts["train"]:
            continue
        learned = parts["train"]
        held = hold_out(groups, [0] * len(learned), share * rest / len(learned), seed)
        if not held:
            raise Mistake(
                f"{name} has too few different source sentences for a {part} part; add pairs, or a column split "
                "that says which belong to it."
            )
        parts[part] = [pair for place, pair in enumerate(learned) if place in held]
        parts["train"] = [pair for place, pair in enumerate(learned) if place not in held]
        groups = [group for place, group in enumerate(groups) if place not in held]
        facts.append(f"{part}: {len(held):,} pairs drawn from the {rest:,} of train with seed {seed}.")
    if not parts["train"]:
        raise Mistake(f"{name} has no pair left to learn from; mark some as train in its column split.")
    return Pairs(
        name=name,
        languages=languages,
        train=parts["train"],
        validation=parts["validation"],
        tests={"test": parts["test"]},
        notes=(*facts, *_repetitions(parts)),
    )


def _repetitions(parts: dict[str, list[Pair]]) -> list[str]:
    """What a reader must know about sentences that occur more than once."""
    everything = [pair for pairs in parts.values() for pair in pairs]
    sources, learned = {pair.source for pair in everything}, {pair.source for pair in parts["train"]}
    distinct = {(pair.source, pair.target) for pair in everything}
    facts = {
        "pairs that repeat another, word for word": len(everything) - len(distinct),
        "further translations of a source that has one already": len(distinct) - len(sources),
        "test pairs whose source also stands in train": sum(pair.source in learned for pair in parts["test"]),
        "pairs whose two sides are equal": sum(pair.source == pair.target for pair in everything),
    }
    return [f"{fact}: {count:,}." for fact, count in facts.items() if count]
