"""A table file as its readers hand it on: columns, and rows of cells that are all strings."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from regard.errors import Mistake

Row = tuple[int, tuple[str, ...]]
"""The number of a row's first line (in parquet, which has no lines, of the row) and its chosen cells."""

_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Table:
    """A table file: its columns, and a way to read some of them, again and again."""

    file: Path
    columns: tuple[str, ...]
    rows: Callable[[Sequence[str]], Iterator[Row]]
    unit: str = "line"
    """What the numbers of the rows count."""


def as_cell(value: object, where: str) -> str:
    """A value as the text of a cell; `where` names it if it cannot be one."""
    match value:
        case None:
            return ""
        case float() if math.isnan(value):
            return ""
        case bool():
            return "true" if value else "false"
        case list() | dict() | bytes() | tuple():
            raise Mistake(f"{where} holds a {type(value).__name__}, not a text or a number; choose another column.")
        case _:
            text = str(value)
    if _HALF_CHARACTER.search(text):
        raise Mistake(f"{where} holds half a character (a \\ud800 escape without its pair); remove it.")
    return text
