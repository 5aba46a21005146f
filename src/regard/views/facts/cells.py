"""A table as a value: the same cells go to the terminal, to the page and to CSV."""

from dataclasses import dataclass

from regard.views.wording.numbers import DASH, number, percent
from regard.views.wording.words import clean

Value = str | int | float | None


@dataclass(frozen=True)
class Cell:
    """What a table shows in one place, and the plain value behind it."""

    text: str
    value: Value


@dataclass(frozen=True)
class Sheet:
    """A table: its caption, the names of its columns, its rows; the first `heads` cells of a row name it."""

    caption: str
    columns: list[str]
    rows: list[list[Cell]]
    heads: int = 1

    def numeric(self, column: int) -> bool:
        """Whether that column holds numbers, to be set flush right."""
        values = [row[column].value for row in self.rows]
        return any(v is not None for v in values) and not any(isinstance(v, str) for v in values)


def text(value: str) -> Cell:
    """A cell of words."""
    return Cell(clean(value), value)


def share(lang: str, value: float | None) -> Cell:
    """A cell that shows a share as per cent."""
    return Cell(DASH, None) if value is None else Cell(percent(lang, value), value)


def figure(lang: str, value: float | None, digits: int = 0) -> Cell:
    """A cell of one number."""
    return Cell(DASH, None) if value is None else Cell(number(lang, value, digits), value)
