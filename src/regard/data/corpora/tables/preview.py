"""A table at first sight: its columns, a few rows, and what somebody must know before learning from it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from regard.data.corpora.tables.formats import open_table
from regard.data.corpora.tables.rows import Table

SHOWN = 8
"""Rows that are shown."""
LONG = 400
"""Words from which a text counts as long: most models read no more of it, and all are slower."""
FEW = 50
"""Rows below which hardly anything can be learned."""
LETTERS = 300
"""Characters of a cell that are shown."""
NAMED = 30
"""Labels that are counted by name."""


@dataclass
class Preview:
    """What a table holds."""

    columns: list[str]
    rows: list[list[str]] = field(default_factory=list[list[str]])
    """The first ones, long cells cut."""
    n: int = 0
    chosen: dict[str, str] = field(default_factory=dict[str, str])
    """Which column is what: text and label, or source and target."""
    labels: dict[str, int] = field(default_factory=dict[str, int])
    """Rows of each label, the most frequent ones."""
    warnings: list[dict[str, str | int]] = field(default_factory=list[dict[str, str | int]])
    """What to know: `kind` is duplicates, contradictions, empty, one-class, long or few, `n` how many."""


def preview(file: Path, chosen: dict[str, str]) -> Preview:
    """The table in a file; `chosen` says which of its columns are what, as far as that is known."""
    table = open_table(file)
    named = {what: column for what, column in chosen.items() if column}
    found = Preview([name for name in table.columns if name], chosen=named)
    found.rows = [[_cut(cell) for cell in cells] for _, cells in islice(table.rows(found.columns), SHOWN)]
    _count(table, found, list(named.values()), labelled="label" in named)
    return found


def _count(table: Table, found: Preview, columns: Sequence[str], *, labelled: bool) -> None:
    """Read the table through, and keep what to know of it."""
    seen: dict[str, str] = {}
    counts: Counter[str] = Counter()
    facts: Counter[str] = Counter()
    for _, cells in table.rows(columns or found.columns[:1]):
        found.n += 1
        if not all(cell.strip() for cell in cells):
            facts["empty"] += 1
            continue
        first, last = cells[0], cells[-1].strip()
        facts["long"] += len(first.split()) > LONG
        if first in seen:
            facts["duplicates"] += 1
            facts["contradictions"] += labelled and seen[first] != last
        else:
            seen[first] = last
        if labelled and (last in counts or len(counts) < 10_000):
            counts[last] += 1
    if labelled:
        found.labels = dict(counts.most_common(NAMED))
        facts["one-class"] = len(counts) if len(counts) == 1 else 0
    facts["few"] = found.n if found.n < FEW else 0
    order = ("few", "one-class", "empty", "duplicates", "contradictions", "long")
    found.warnings = [{"kind": kind, "n": facts[kind]} for kind in order if facts[kind]]


def _cut(cell: str) -> str:
    return cell if len(cell) <= LETTERS else f"{cell[: LETTERS - 1]}…"
