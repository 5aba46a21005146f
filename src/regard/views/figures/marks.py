"""What figures share: a line per model, panels in a grid, a legend above the data, titles that fit."""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from regard.results import Row
from regard.views.figures.canvas import WIDTH, panel, sheet_of_paper, width_of
from regard.views.figures.colours import INK, MUTED
from regard.views.wording.numbers import number
from regard.views.wording.words import shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

LINE = 0.27
"""Inches between two models."""
HEAD = 0.42
"""Inches above the data, for the legend."""
FOOT = 0.48
"""Inches below the data, for the axis."""
ACROSS = 4
"""Panels in a line."""
SIDE = 0.7
"""Inches right of the data, for numbers."""


def label(row: Row) -> str:
    """How a figure names a model."""
    return f"{shorten(row.row, 6)}  {shorten(row.model)}".strip()


def first_column(rows: list[Row]) -> float:
    """Inches that the course's row names need."""
    return max(width_of(shorten(row.row, 6)) for row in rows) + 0.12


def margin(rows: list[Row]) -> float:
    """Inches that the models' names need."""
    return first_column(rows) + max(width_of(shorten(row.model)) for row in rows) + 0.2


def ladder(rows: list[Row], lang: str) -> "tuple[Figure, Axes]":
    """A figure with one line per model, from the top down."""
    from matplotlib.ticker import MaxNLocator

    left, height = margin(rows), LINE * len(rows)
    figure = sheet_of_paper(WIDTH, HEAD + height + FOOT)
    axes = panel(figure, left, HEAD, WIDTH - left - SIDE, height)
    lines(axes, rows, len(rows))
    axes.xaxis.set_major_locator(MaxNLocator(8, steps=[1, 2, 5, 10], min_n_ticks=3))
    axes.xaxis.set_major_formatter(lambda value, _: number(lang, value, 0 if float(value).is_integer() else 1))
    return figure, axes


def lines(axes: "Axes", named: list[Row], count: int) -> None:
    """So many lines, with names at the left where given, and a light grid across."""
    axes.set_ylim(count - 0.4, -0.6)
    axes.set_yticks([])
    for y, row in enumerate(named):
        for text, colour, inches in (
            (row.row, MUTED, margin(named)),
            (row.model, INK, margin(named) - first_column(named)),
        ):
            axes.annotate(
                shorten(text),
                (0, y),
                (-72 * inches + 2, 0),
                ("axes fraction", "data"),
                "offset points",
                ha="left",
                va="center",
                color=colour,
            )
    axes.grid(axis="x")
    axes.spines["left"].set_visible(False)


def beside(axes: "Axes", y: float, text: str) -> None:
    """A number right of the data, flush right with those above and below."""
    axes.annotate(
        text,
        (1, y),
        (72 * (SIDE - 0.12), 0),
        ("axes fraction", "data"),
        "offset points",
        ha="right",
        va="center",
        color=INK,
    )


def spread(values: Iterable[float], least: float) -> tuple[float, float]:
    """Limits that hold all values, with some air."""
    finite = [v for v in values if math.isfinite(v)]
    low, high = min(finite, default=0.0), max(finite, default=1.0)
    air = max(0.06 * (high - low), least)
    return low - air, high + air


def sample(words: str, **look: Any) -> "Line2D":
    """One entry of a legend."""
    from matplotlib.lines import Line2D

    if "marker" in look:
        look["linestyle"] = "none"
    return Line2D([], [], label=words, **look)


def legend(figure: "Figure", left: float, entries: "list[Line2D]") -> None:
    """The legend above the data, from the left, in as many lines as it needs."""
    room = WIDTH - left
    widths = [width_of(str(entry.get_label())) + 0.45 for entry in entries]
    columns = len(entries) if sum(widths) <= room else max(1, int(room / max(widths)))
    figure.legend(
        handles=entries,
        loc="upper left",
        bbox_to_anchor=(left / WIDTH, 1),
        ncols=columns,
        borderaxespad=0.1,
        borderpad=0.2,
        handletextpad=0.5,
        columnspacing=1.6,
        handlelength=1.4,
        labelspacing=0.3,
    )


def grid(rows: list[Row], *, left: float, tall: float) -> "tuple[Figure, list[Axes]]":
    """A figure with a panel per model, each with its name above."""
    return panels([label(row) for row in rows], left=left, tall=tall)


def panels(titles: list[str], *, left: float, tall: float) -> "tuple[Figure, list[Axes]]":
    """A figure with a panel per title, four to a line."""
    across = min(ACROSS, len(titles))
    down = -(-len(titles) // across)
    wide, step = (WIDTH - left) / across, tall + 0.42
    figure = sheet_of_paper(WIDTH, 0.62 + down * step + 0.08)
    axes: list[Axes] = []
    for i, title in enumerate(titles):
        line, column = divmod(i, across)
        axes.append(panel(figure, left + column * wide, 0.62 + line * step, wide - 0.22, tall))
        axes[-1].set_title(fitted(title, wide - 0.1), color=INK)
    return figure, axes


def outer(axes: "list[Axes]", left: str, below: str) -> None:
    """Numbers and names on the outer axes only: left of the first column, below the last panel of each."""
    for i, one in enumerate(axes):
        one.tick_params(labelleft=i % ACROSS == 0, labelbottom=i + ACROSS >= len(axes))
    figure = axes[0].figure
    figure.text(0.012, 0.5, left, rotation=90, ha="left", va="center", color=MUTED)
    figure.text(0.5, 0.004, below, ha="center", va="bottom", color=MUTED)


def wrapped(text: str, width: float) -> list[str]:
    """The text in lines of at most that many inches."""
    found = [""]
    for word in text.split():
        longer = f"{found[-1]} {word}".strip()
        if found[-1] and width_of(longer) > width:
            found.append(word)
        else:
            found[-1] = longer
    return found


def folded(text: str, width: float) -> str:
    """A name in lines of at most that many inches, three at most."""
    lines = wrapped(text, width)
    return "\n".join(fitted(line, width) for line in (lines if len(lines) <= 3 else [*lines[:2], " ".join(lines[2:])]))


def fitted(text: str, width: float) -> str:
    """The text, cut where it would be wider than so many inches."""
    text = shorten(text, 200)
    while len(text) > 1 and width_of(text) > width:
        text = text.removesuffix("…")[:-1].rstrip() + "…"
    return text
