"""Which column of a table holds the texts, and which the labels."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from regard.data.corpora.tables.rows import Table
from regard.errors import Mistake

TEXT_NAMES = ("text", "review", "sentence", "content", "comment", "body", "message", "document", "tweet", "phrase")
LABEL_NAMES = ("label", "stars", "class", "sentiment", "rating", "category", "target", "polarity", "score", "topic")
SPLIT_NAME = "split"


@dataclass(frozen=True)
class Chosen:
    """The columns that an example is made of, and what had to be guessed to find them."""

    text: str
    label: str
    split: str | None
    notes: tuple[str, ...] = ()


def choose(table: Table, text: str | None, label: str | None) -> Chosen:
    """The columns named, or else those whose names or contents tell."""
    for name in (text, label):
        if name is not None and name not in table.columns:
            raise no_column(table, name)
    if text is not None and text == label:
        raise Mistake(f"the texts and the labels of {table.file} cannot both be column {text!r}; choose two.")
    split = next((name for name in table.columns if name.lower() == SPLIT_NAME and name not in (text, label)), None)
    free = [name for name in table.columns if name and name not in (text, label, split)]
    guessed_text = text or known(free, TEXT_NAMES)
    guessed_label = label or known([name for name in free if name != guessed_text], LABEL_NAMES)
    left = [name for name in free if name not in (guessed_text, guessed_label)]
    if guessed_text is None and guessed_label is None and len(left) == 2:
        guessed_text, guessed_label = _longer_first(table, left)
    elif len(left) == 1:
        guessed_text, guessed_label = guessed_text or left[0], guessed_label or left[0]
    if guessed_text is None or guessed_label is None or guessed_text == guessed_label:
        option = "--text" if guessed_text is None else "--label"
        raise Mistake(
            f"which column of {table.file} holds the {option[2:]}s? Name it with {option}; columns: {listed(table)}."
        )
    guesses = [
        f"{what} taken from column {name!r}, which was guessed: name another with {option}."
        for what, option, name, given in (
            ("texts", "--text", guessed_text, text),
            ("labels", "--label", guessed_label, label),
        )
        if given is None
    ]
    return Chosen(guessed_text, guessed_label, split, tuple(guesses))


def no_column(table: Table, name: str) -> Mistake:
    """What to say of a column that a table does not have."""
    lower = {column.lower(): column for column in table.columns}
    near = difflib.get_close_matches(name.lower(), lower, n=1, cutoff=0.5)
    hint = f"did you mean {lower[near[0]]!r}? Columns:" if near else "its columns are"
    return Mistake(f"{table.file} has no column {name!r}; {hint} {listed(table)}.")


def listed(table: Table) -> str:
    """The columns of a table, the first twenty at most."""
    named = [column for column in table.columns if column]
    more = f" and {len(named) - 20} more" if len(named) > 20 else ""
    return ", ".join(name if len(name) <= 40 else f"{name[:39]}…" for name in named[:20]) + more


def known(columns: Sequence[str], names: Sequence[str]) -> str | None:
    """The column whose name, but for its capitals, comes first among these names."""
    lower = {column.lower(): column for column in columns}
    return next((lower[name] for name in names if name in lower), None)


def _longer_first(table: Table, names: Sequence[str]) -> tuple[str, str]:
    """The two columns, the one with more characters in the first thousand rows first."""
    totals = [0, 0]
    for _, cells in islice(table.rows(names), 1000):
        totals = [total + len(cell) for total, cell in zip(totals, cells, strict=True)]
    first, second = names
    return (first, second) if totals[0] >= totals[1] else (second, first)
