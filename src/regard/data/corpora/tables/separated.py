"""Tables whose cells are separated by a character: csv and tsv."""

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from regard.data.corpora.tables.lines import lines
from regard.data.corpora.tables.rows import Row, Table
from regard.errors import Mistake

LONGEST_CELL = 16 << 20
"""Characters that one cell may have."""
LONGEST_QUOTE = 10_000
"""Lines over which one quoted cell may run before its quote counts as left open."""

_NAMES = {",": "a comma", ";": "a semicolon", "\t": "a tab"}
_CLOSE = 'write a double quote inside a quoted cell twice ("") and close every quote'


def separated(file: Path) -> Table:
    """The table in a csv or tsv file; its first row names the columns."""
    delimiter, quoting = _dialect(file)
    numbered = _split(file, delimiter, quoting)
    header = tuple(cell.strip() for cell in next(numbered, (0, [""]))[1])
    if header == ("",):
        raise Mistake(f"{file} is blank; it needs a line with column names, then one example a line.")

    def rows(names: Sequence[str]) -> Iterator[Row]:
        chosen = [header.index(name) for name in names]
        numbered = _split(file, delimiter, quoting)
        next(numbered)
        for line, cells in numbered:
            if len(cells) != len(header):
                raise Mistake(
                    f"{file}, line {line} has {len(cells)} cells where the header has {len(header)}; put double "
                    f"quotes around a cell that holds {_NAMES[delimiter]} or a line end."
                )
            yield line, tuple(cells[position] for position in chosen)

    return Table(file, header, rows)


def _dialect(file: Path) -> tuple[str, int]:
    """What separates the cells, and whether double quotes mean anything.

    Semicolons separate where the header has no comma (spreadsheets of many countries write so). In a tsv file
    quotes are taken as plain characters if that alone makes all rows equally long.
    """
    header = next(lines(file), "")
    if ".tsv" not in [suffix.lower() for suffix in file.suffixes]:
        return next((mark for mark in _NAMES if mark in header), ","), csv.QUOTE_MINIMAL
    plain = not _rectangular(file, csv.QUOTE_MINIMAL) and _rectangular(file, csv.QUOTE_NONE)
    return "\t", csv.QUOTE_NONE if plain else csv.QUOTE_MINIMAL


def _rectangular(file: Path, quoting: Any) -> bool:
    try:
        rows = csv.reader(lines(file), delimiter="\t", quoting=quoting, strict=True)
        widths = {len(row) for row in rows if row}
    except csv.Error:
        return False
    return len(widths) == 1


def _split(file: Path, delimiter: str, quoting: Any) -> Iterator[tuple[int, list[str]]]:
    """The rows with the numbers of the lines they begin on, blank lines left out."""
    csv.field_size_limit(max(csv.field_size_limit(), LONGEST_CELL))
    start = 1

    def fed() -> Iterator[str]:
        for number, line in enumerate(lines(file), 1):
            if number - start > LONGEST_QUOTE:
                raise Mistake(f"{file}: {_open_quote(start)}, not even {LONGEST_QUOTE:,} lines on; {_CLOSE}.")
            yield line

    reader = csv.reader(fed(), delimiter=delimiter, quoting=quoting, strict=True)
    try:
        for row in reader:
            if row:
                yield start, row
            start = reader.line_num + 1
    except csv.Error as error:
        if "unexpected end" in str(error):
            problem, remedy = f"{_open_quote(start)} before the file ends", _CLOSE
        elif "field limit" in str(error):
            problem, remedy = f"the row at line {start} has a cell of over {LONGEST_CELL >> 20} MiB", _CLOSE
        elif "new-line" in str(error):
            problem = f"line {reader.line_num} holds a carriage return outside double quotes"
            remedy = f"convert the line ends: `tr '\\r' '\\n' < {file.name} > new{file.suffix}`"
        else:
            problem = f"line {reader.line_num} has a single double quote inside a quoted cell"
            remedy = _CLOSE
        raise Mistake(f"{file}: {problem}; {remedy}.") from error


def _open_quote(line: int) -> str:
    return f"the row that begins at line {line} opens a double quote that is not closed"
