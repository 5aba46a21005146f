"""A run that translates, measured on sentence pairs."""

from collections.abc import Sequence
from dataclasses import replace

from regard.data.corpora import CORPORA, open_pairs
from regard.data.corpora.tables import ALL
from regard.data.examples import Pair, Pairs
from regard.decoding import Search
from regard.errors import Mistake
from regard.runs.evaluated import Evaluation, unknown_part
from regard.runs.pairs.measure import Translated, measure_pairs
from regard.runs.parts import CorpusPart
from regard.runs.progress import Progress, silent
from regard.runs.recipe import Recipe, full_name, with_pairs
from regard.runs.run import Run, for_task, same_data


def pair_evaluation(
    run: Run,
    corpus: str = "",
    split: str = "",
    source: str = "",
    target: str = "",
    search: Search | None = None,
    progress: Progress = silent,
) -> Evaluation[Translated]:
    """A run on a part of some pairs: the first test set of its own corpus, unless others are named."""
    found, name, pairs = pairs_of(run, corpus, split, source, target)
    measured = measure_pairs(
        run.recipe,
        run.model,
        run.tokenizers,
        pairs,
        language=found.languages[1],
        choose=found.validation,
        search=search,
        tell=lambda share: progress("translations", share),
    )
    return Evaluation(found.name, name, measured)


def pairs_of(
    run: Run, corpus: str = "", split: str = "", source: str = "", target: str = ""
) -> tuple[Pairs, str, Sequence[Pair]]:
    """What a run can be measured on: some pairs, the name of a part of them, and those of that part.

    Pairs of a file that were not learned from are measured whole, unless a part is named.
    """
    for_task(run, "translate")
    own = run.recipe.corpus
    part = _chosen(own, corpus, source, target)
    whole = part != own and not split and part.name not in CORPORA
    found = open_pairs(part.name, source=part.source or None, target=part.target or None, whole=whole)
    if part == own:
        same_data(run.metrics[-1]["data"], found, run.folder)
    _same_direction(own.languages, found.languages)
    name, pairs = _part(found, ALL if whole else split)
    if not pairs:
        raise Mistake(f"{found.name} has no pairs in its part {name!r} to measure on; choose another with --split.")
    return found, name, pairs


def _chosen(own: CorpusPart, corpus: str, source: str, target: str) -> CorpusPart:
    """The pairs to measure on: the run's own, or others, whose sides are found or named."""
    if not corpus or full_name(corpus) == own.name:
        sides = {"source": source or own.source, "target": target or own.target}
        return replace(own, **sides)
    return with_pairs(Recipe(corpus=CorpusPart()), corpus, source, target).corpus


def _same_direction(learned: Sequence[str], asked: tuple[str, str]) -> None:
    """Nothing, unless the pairs go the other way than those that a run learned from."""
    first, second = asked
    if first != second and tuple(learned) == (second, first):
        raise Mistake(
            f"the run translates from {second} to {first}, and these pairs go from {first} to {second}; exchange "
            "--source and --target."
        )


def _part(found: Pairs, split: str) -> tuple[str, Sequence[Pair]]:
    """The name of a part and its pairs: `test` is the first of the test sets, each of which has its own name too."""
    parts = {"train": found.train, "validation": found.validation, **found.tests}
    if split == ALL:
        return ALL, [pair for pairs in parts.values() for pair in pairs]
    first = next(iter(found.tests), "test")
    name = first if split in ("", "test") else split
    if name not in parts and name != "test":
        raise unknown_part(found.name, split, parts)
    return name, parts.get(name, ())
