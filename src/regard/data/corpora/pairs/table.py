"""A user's table of sentence pairs: which columns, which rows, which parts."""

from pathlib import Path

from regard.data.corpora.pairs.parts import parted
from regard.data.corpora.tables.columns import SPLIT_NAME, known, listed, no_column
from regard.data.corpora.tables.corpus import SPELLINGS
from regard.data.corpora.tables.formats import open_table
from regard.data.corpora.tables.rows import Table
from regard.data.examples import Pairs
from regard.errors import Mistake

SOURCE_NAMES = ("source", "src", "english", "en", "eng", "input", "question")
TARGET_NAMES = ("target", "tgt", "translation", "french", "fr", "fra", "german", "de", "deu", "output", "answer")


def from_pair_table(
    path: str | Path, *, source: str | None = None, target: str | None = None, seed: int = 0, whole: bool = False
) -> Pairs:
    """The pairs in a table file; columns that `source` and `target` do not name are guessed, with a note."""
    table = open_table(Path(path))
    columns = choose_sides(table, source, target)
    split = next((name for name in table.columns if name.lower() == SPLIT_NAME and name not in columns), None)
    rows: list[tuple[str, str]] = []
    parts: list[str] = []
    empty: list[int] = []
    for number, (said, meant, *named) in table.rows([*columns, *([split] if split else [])]):
        if not said.strip() or not meant.strip():
            empty.append(number)
            continue
        rows.append((said.strip(), meant.strip()))
        if named:
            parts.append(_part(table, number, named[0]))
    if not rows and not empty:
        raise Mistake(f"{table.file} has column names but no rows; add one pair a {table.unit}.")
    if len(empty) > len(rows):
        raise Mistake(
            f"{table.file}: the source or the target is empty in {len(empty):,} of {len(empty) + len(rows):,} rows, "
            f"first at {table.unit} {empty[0]}; are {columns[0]!r} and {columns[1]!r} the right columns? Choose with "
            "--source and --target."
        )
    notes = [
        f"{side}s taken from column {name!r}, which was guessed: name another with --{side}."
        for side, name, given in (("source", columns[0], source), ("target", columns[1], target))
        if given is None
    ]
    if empty:
        notes.append(f"rows left out because a side is empty: {len(empty):,}, the first at {table.unit} {empty[0]}.")
    return parted(table.file.name, columns, rows, given=parts, notes=notes, seed=seed, whole=whole)


def choose_sides(table: Table, source: str | None, target: str | None) -> tuple[str, str]:
    """The columns named, or else those whose names tell, or else the only two, in their order."""
    for name in (source, target):
        if name is not None and name not in table.columns:
            raise _no_side(table, name)
    if source is not None and source == target:
        raise Mistake(f"the sources and the targets of {table.file} cannot both be column {source!r}; choose two.")
    free = [name for name in table.columns if name and name.lower() != SPLIT_NAME and name not in (source, target)]
    first = source or known(free, SOURCE_NAMES)
    second = target or known([name for name in free if name != first], TARGET_NAMES)
    left = [name for name in free if name not in (first, second)]
    if first is None and second is None and len(left) == 2:
        first, second = left
        _check_header(table, first, second)
    elif len(left) == 1:
        first, second = first or left[0], second or left[0]
    if first is None or second is None or first == second:
        side = "source" if first is None else "target"
        raise Mistake(
            f"which column of {table.file} holds the {side}s? Name it with --{side}; columns: {listed(table)}."
        )
    return first, second


def _no_side(table: Table, name: str) -> Mistake:
    """What to say of a column that a table does not have, perhaps because it names none."""
    if all(_spoken(column) for column in table.columns):
        return Mistake(
            f"{table.file} has no column {name!r}: its first line looks like a sentence pair "
            f"({table.columns[0][:40]!r}); put a line with the names of the columns before it."
        )
    return no_column(table, name)


def _spoken(name: str) -> bool:
    return " " in name.strip() or name.strip().endswith((".", "!", "?", "…"))


def _check_header(table: Table, *names: str) -> None:
    """A mistake if the first line is a sentence pair rather than column names."""
    for name in names:
        if _spoken(name):
            raise Mistake(
                f"the first line of {table.file} looks like a sentence pair, not like column names ({name[:40]!r}); "
                "put a line with source, a tab (in csv a comma) and target before it."
            )


def _part(table: Table, number: int, said: str) -> str:
    part = SPELLINGS.get(said.strip().lower())
    if part is None:
        raise Mistake(
            f"{table.file}, {table.unit} {number}: the column {SPLIT_NAME!r} says {said!r}; it may say train, "
            "validation or test. Correct it, or rename the column."
        )
    return part
