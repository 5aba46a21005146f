"""The rows of a table, or two lists, as a corpus.

Parts come from a column `split` where there is one; otherwise a tenth each is drawn for validation and test,
every class in its share, with equal texts on one side.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from regard.data.corpora.splits import hold_out
from regard.data.corpora.tables.columns import Chosen, choose
from regard.data.corpora.tables.formats import open_table
from regard.data.corpora.tables.labels import classes_of
from regard.data.corpora.tables.rows import Table
from regard.data.examples import Corpus, Labelled
from regard.errors import Mistake

PARTS = ("train", "validation", "test")
ALL = "all"
"""The one part of a table that names none."""

SPELLINGS = {
    **dict.fromkeys(("train", "training"), "train"),
    **dict.fromkeys(("validation", "val", "valid", "dev", "development"), "validation"),
    **dict.fromkeys(("test", "testing"), "test"),
}
"""What a column `split` may say, and the part that it means."""


@dataclass
class _Rows:
    """What is kept of a table: its usable rows, and how many were not."""

    texts: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    skipped: list[int] = field(default_factory=list)
    """Numbers of the rows whose text or label is empty."""


def from_table(path: str | Path, *, text: str | None = None, label: str | None = None, seed: int = 0) -> Corpus:
    """The corpus in a table file; columns that `text` and `label` do not name are guessed, with a note."""
    table, chosen, rows = _usable(Path(path), text, label)
    others = ", ".join(name for name in table.columns if name and name not in (chosen.text, chosen.label))
    where = f"column {chosen.label!r} of {table.file}"
    remedy = f"choose another column with --label{f' (there are {others})' if others else ''}"
    notes = list(chosen.notes)
    if rows.skipped:
        notes.append(
            f"rows left out because their text or label is empty: {len(rows.skipped):,}, the first at "
            f"{table.unit} {rows.skipped[0]}."
        )
    classes = classes_of(rows.texts, rows.labels, where, remedy)
    more = "add rows, or a column split that says which rows belong to it"
    return _corpus(table.file.name, classes, rows, notes, seed, remedy=more)


def rows_of(
    path: Path, classes: Sequence[str], *, text: str | None = None, label: str | None = None
) -> dict[str, list[Labelled]]:
    """The rows of a table whose classes are known beforehand, by the parts that its column `split` names.

    Nothing is drawn: without that column, all rows are one part, `all`. A class may be absent.
    """
    table, chosen, rows = _usable(path, text, label)
    if strangers := sorted(set(rows.labels) - set(classes)):
        known = ", ".join(classes[:5]) + (" …" if len(classes) > 5 else "")
        raise Mistake(
            f"column {chosen.label!r} of {table.file} has labels that are not known ({', '.join(strangers[:5])}); "
            f"known: {known}."
        )
    parts: dict[str, list[Labelled]] = {part: [] for part in (PARTS if chosen.split else (ALL,))}
    index = {name: position for position, name in enumerate(classes)}
    for said, name, part in zip(rows.texts, rows.labels, rows.parts or [ALL] * len(rows.texts), strict=True):
        parts[part].append(Labelled(said, index[name]))
    return parts


def from_lists(
    texts: Iterable[str],
    labels: Iterable[object],
    *,
    seed: int = 0,
    validation: float = 0.1,
    test: float = 0.1,
    name: str = "lists",
) -> Corpus:
    """The corpus of texts and their labels; `str(label)` names a class. A share of 0 leaves a part empty."""
    rows = _Rows(list(texts), [str(label) for label in labels])
    if len(rows.texts) != len(rows.labels):
        raise Mistake(f"there are {len(rows.texts):,} texts but {len(rows.labels):,} labels; give one per text.")
    for position, text in enumerate(rows.texts):
        if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise Mistake(f"texts[{position}] is a {type(text).__name__}, not a str; turn it into text first.")
    classes = classes_of(rows.texts, rows.labels, "the list of labels", "give other labels")
    more = "give more, or a share of 0"
    return _corpus(name, classes, rows, [], seed, validation=validation, test=test, remedy=more)


def _usable(file: Path, text: str | None, label: str | None) -> tuple[Table, Chosen, _Rows]:
    """A table, its chosen columns, and the rows in which neither is empty."""
    table = open_table(file)
    chosen = choose(table, text, label)
    rows = _read(table, chosen)
    if label is None and chosen.label in rows.labels:
        raise Mistake(
            f"the first line of {table.file} looks like data, not like column names ({chosen.label!r} is also a "
            "label); put a line such as text,label before it."
        )
    return table, chosen, rows


def _read(table: Table, chosen: Chosen) -> _Rows:
    rows, count = _Rows(), 0
    names = [chosen.text, chosen.label, *([chosen.split] if chosen.split else [])]
    for number, (text, label, *split) in table.rows(names):
        count += 1
        if not text.strip() or not label.strip():
            rows.skipped.append(number)
            continue
        rows.texts.append(text)
        rows.labels.append(label.strip())
        if split:
            part = SPELLINGS.get(split[0].strip().lower())
            if part is None:
                raise Mistake(
                    f"{table.file}, {table.unit} {number}: the column {chosen.split!r} says {split[0]!r}; it may "
                    "say train, validation or test. Correct it, or rename the column."
                )
            rows.parts.append(part)
    if count == 0:
        raise Mistake(f"{table.file} has column names but no rows; add one example a {table.unit}.")
    if len(rows.skipped) * 2 > count:
        raise Mistake(
            f"{table.file}: the text or the label is empty in {len(rows.skipped):,} of {count:,} rows, first at "
            f"{table.unit} {rows.skipped[0]}; are {chosen.text!r} and {chosen.label!r} the right columns? Choose "
            "with --text and --label."
        )
    return rows


def _corpus(
    name: str,
    classes: tuple[str, ...],
    rows: _Rows,
    notes: list[str],
    seed: int,
    *,
    validation: float = 0.1,
    test: float = 0.1,
    remedy: str,
) -> Corpus:
    """The corpus of these rows; `remedy` says what to do when there are too few to draw a part from."""
    if min(validation, test) < 0 or validation + test >= 1:
        raise Mistake(f"shares of {validation} for validation and {test} for test leave nothing to learn from.")
    index = {label: position for position, label in enumerate(classes)}
    parts: dict[str, list[Labelled]] = {part: [] for part in PARTS}
    given = rows.parts or ["train"] * len(rows.texts)
    for text, label, part in zip(rows.texts, rows.labels, given, strict=True):
        parts[part].append(Labelled(text, index[label]))
    whole = len(parts["train"])
    for part, share in (("test", test), ("validation", validation)):
        if share > 0 and not parts[part] and (source := parts["train"]):
            held = hold_out(
                [row.text for row in source], [row.label for row in source], share * whole / len(source), seed
            )
            if not held:
                raise Mistake(f"{name} has too few different texts for a {part} part; {remedy}.")
            parts[part] = [row for position, row in enumerate(source) if position in held]
            parts["train"] = [row for position, row in enumerate(source) if position not in held]
            notes.append(f"{part}: {len(held):,} rows drawn from the {whole:,} of train with seed {seed}.")
    for missing in sorted(set(range(len(classes))) - {row.label for row in parts["train"]}):
        raise Mistake(f"{name} has no example of class {classes[missing]!r} left to learn from; add some to train.")
    return Corpus(name=name, classes=classes, **parts, notes=(*notes, *_repetitions(parts)))


def _repetitions(parts: dict[str, list[Labelled]]) -> list[str]:
    """What a reader must know about texts that occur more than once."""
    first: dict[str, int] = {}
    rows, contradicted = 0, set[str]()
    for row in chain.from_iterable(parts.values()):
        rows += 1
        if first.setdefault(row.text, row.label) != row.label:
            contradicted.add(row.text)
    train = {row.text for row in parts["train"]}
    facts = {
        "rows that repeat the text of another row, word for word": rows - len(first),
        "texts with more than one label": len(contradicted),
        "test rows whose text also stands in train": sum(row.text in train for row in parts["test"]),
    }
    return [f"{fact}: {count:,}." for fact, count in facts.items() if count]
