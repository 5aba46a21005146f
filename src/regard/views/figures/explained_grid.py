"""A drawn map with several rows: who looks at what, the darker the more."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from regard.explain.explanation import Map
from regard.explain.rows import array_of
from regard.views.facts.weights import score_of
from regard.views.figures.canvas import panel, width_of
from regard.views.figures.colours import BLUE, INK, ORANGE, PAPER
from regard.views.wording.numbers import percent
from regard.views.wording.words import say, shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CELL = 0.2
LONGEST = 12.0
"""Inches: a grid of many words has smaller cells, and names only some of them."""
SHARP = 40
"""Words a side up to which each cell is its own shape; larger grids are one image."""


class Grid:
    """One map as a grid."""

    def __init__(self, one: Map, lang: str, *, signed: bool = False):
        self.map, self.lang, self.signed = one, lang, signed
        self.cell = min(CELL, LONGEST / max(len(one.rows), len(one.columns)))
        self.left = max(width_of(shorten(name, 18)) for name in one.rows) + 0.2
        self.over = max(width_of(shorten(name, 18)) for name in one.columns) + 0.5
        self.width = self.left + self.cell * len(one.columns) + 0.4
        self.height = self.over + self.cell * len(one.rows) + 0.3

    def draw(self, figure: "Figure", paper: "Axes", top: float) -> None:
        """The grid and its names, from that height on."""
        one, cell = self.map, self.cell
        most = float(array_of(one.weights).max(initial=0.0))
        said = f"{shorten(one.name, 40)} · {reach(one, self.lang, signed=self.signed)}"
        paper.text(0.05, top + 0.1, said, color=INK, va="center")
        axes = panel(figure, self.left, top + self.over, cell * len(one.columns), cell * len(one.rows))
        shade(axes, one.weights, most, signed=self.signed)
        step = max(1, round(0.15 / cell + 0.49))
        axes.set_xticks(range(0, len(one.columns), step), [shorten(c, 18) for c in one.columns[::step]], rotation=90)
        axes.set_yticks(range(0, len(one.rows), step), [shorten(r, 18) for r in one.rows[::step]])
        axes.tick_params(length=0, labelcolor=INK, labeltop=True, labelbottom=False)
        axes.spines[:].set_visible(False)


def reach(one: Map, lang: str, *, signed: bool = False) -> str:
    """What the darkest cells of a map stand for."""
    found = array_of(one.weights)
    most, least = float(found.max(initial=0.0)), float(found.min(initial=0.0))
    if signed:
        return say(lang, "range.signed", low=score_of(lang, least), high=score_of(lang, most))
    return say(lang, "darkest", weight=percent(lang, most))


def shade(axes: "Axes", weights: Sequence[list[float]], most: float, *, signed: bool = False) -> None:
    """Cells of one colour, the more opaque the more weight; where there are signs, orange below 0."""
    from matplotlib.colors import ListedColormap, to_rgb

    down, across = len(weights), len(weights[0])
    colours = ListedColormap([(*to_rgb(BLUE), i / 255) for i in range(256)])
    look: dict[str, Any] = {"cmap": colours, "vmin": 0, "vmax": most or 1.0}
    if signed:
        farthest = float(abs(array_of(weights)).max(initial=0.0)) or 1.0
        both = [(*to_rgb(ORANGE), 1 - i / 127) for i in range(128)] + [(*to_rgb(BLUE), i / 127) for i in range(128)]
        look = {"cmap": ListedColormap(both), "vmin": -farthest, "vmax": farthest}
    if max(down, across) > SHARP:
        axes.imshow(weights, aspect="auto", interpolation="nearest", **look)
    else:
        axes.pcolormesh(range(across), range(down), weights, edgecolors=PAPER, linewidth=0.8, **look)
    axes.set(xlim=(-0.5, across - 0.5), ylim=(down - 0.5, -0.5))
