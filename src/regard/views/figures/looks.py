"""Figures of one sentence in three designs: the last layer of each side by side, and every head of one."""

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from regard.findings.transformers import Look
from regard.views.facts import transformers_sheets as sheets
from regard.views.facts.transformers import last_layer, look_name
from regard.views.figures.canvas import WIDTH, drawing, panel, sheet_of_paper, width_of
from regard.views.figures.colours import INK, MUTED, RULE
from regard.views.figures.marks import fitted
from regard.views.figures.picture import Picture, told
from regard.views.figures.shading import lay
from regard.views.wording.numbers import count
from regard.views.wording.words import say, shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CELL, LONG = 0.155, 12
"""Inches that a word's name needs, and the letters of it that are written."""
ROOM, SMALL, GAP = 2.5, 0.8, 0.14
"""Inches: the longest side of a grid that stands beside another, the shortest of one among many, what is between."""
BROAD = 11.3
"""Inches that a page has for all heads."""


def looks(group: list[Look], n: int, lang: str) -> Picture:
    """A grid for each attention, two in a line."""
    names = [look_name(one, lang) for one in group]
    sides = [(_side(len(one.columns), ROOM), _side(len(one.rows), ROOM)) for one in group]
    left = max(width_of(_short(word)) for one in group for word in one.rows) + 0.12
    over = max(width_of(_short(word)) for one in group for word in one.columns) + 0.4
    across = [left + wide + 0.2 for wide, _ in sides]
    tall = [over + high + 0.2 for _, high in sides]
    pairs = range(0, len(group), 2)
    with drawing():
        column = max(WIDTH / 2, *across[::2])
        widest = max(WIDTH, column + max(across[1::2], default=0.0))
        figure = sheet_of_paper(widest, sum(max(tall[i : i + 2]) for i in pairs))
        down = figure.get_size_inches()[1]
        for i, (one, name, (wide, high)) in enumerate(zip(group, names, sides, strict=True)):
            x = (i % 2) * column
            y = sum(max(tall[j : j + 2]) for j in range(0, i - i % 2, 2))
            figure.text(
                x / widest, 1 - (y + 0.12) / down, fitted(name, column - 0.1), color=INK, va="center", weight="bold"
            )
            axes = panel(figure, x + left, y + over, wide, high)
            lay(axes, strength(last_layer(one)))
            _name(axes, one.rows, one.columns, wide, high)
    said = {"text": shorten(group[0].text, 90), "which": "; ".join(names)}
    return replace(told(lang, "looks", figure, sheets.looks(group, lang), **said), name=looks_name(n))


def look(one: Look, n: int, k: int, lang: str) -> Picture:
    """Layers from the top down, heads from left to right; words along the outer axes."""
    layers, heads = max(each.layer for each in one.maps), max(each.head for each in one.maps)
    left = max(width_of(_short(word)) for word in one.rows) + 0.42
    over = max(width_of(_short(word)) for word in one.columns) + 0.42
    wide = max(SMALL, min(CELL * len(one.columns), (BROAD - left) / heads - GAP))
    high = max(SMALL, CELL * len(one.rows) * min(1.0, wide / (CELL * len(one.columns))))
    with drawing():
        figure = sheet_of_paper(max(WIDTH, left + heads * (wide + GAP)), over + layers * (high + GAP) + 0.04)
        width, height = figure.get_size_inches()
        for each in one.maps:
            x, y = left + (each.head - 1) * (wide + GAP), over + (each.layer - 1) * (high + GAP)
            axes = panel(figure, x, y, wide, high)
            lay(axes, strength(each.weights))
            _name(axes, one.rows if each.head == 1 else [], one.columns if each.layer == 1 else [], wide, high)
            if each.layer == 1:
                where = ((x + wide / 2) / width, 1 - 0.14 / height)
                figure.text(*where, say(lang, "head.n", n=str(each.head)), ha="center", va="center", color=MUTED)
            if each.head == 1:
                where = (0.12 / width, 1 - (y + high / 2) / height)
                said = say(lang, "layer.n", n=str(each.layer))
                figure.text(*where, said, rotation=90, ha="center", va="center", color=MUTED)
    said = {"layers": count(lang, "layers", layers), "heads": count(lang, "heads", heads)}
    said |= {"text": shorten(one.text, 90), "which": look_name(one, lang)}
    return replace(told(lang, "look", figure, sheets.look(one, lang), **said), name=look_file(n, k))


def looks_name(n: int) -> str:
    """What the figure of a sentence is called."""
    return f"looks-{n}"


def look_file(n: int, k: int) -> str:
    """What the figure of all heads of the attention at that place is called."""
    return f"look-{n}-{k}"


def strength(weights: list[list[float]]) -> NDArray[np.float64]:
    """The square root of each weight, so that equal shares of many words still show."""
    return np.sqrt(np.nan_to_num(np.array(weights, dtype=float)).clip(0, 1))


def _side(words: int, room: float) -> float:
    return min(CELL * max(words, 1), room)


def _short(word: str) -> str:
    return shorten(word, LONG) or " "


def _name(axes: "Axes", rows: list[str], columns: list[str], wide: float, high: float) -> None:
    """Words along the axes, as many as there is room for."""
    for axis, words, room in ((axes.xaxis, columns, wide), (axes.yaxis, rows, high)):
        step = max(1, math.ceil(CELL * len(words) / room - 0.01))
        shown = range(0, len(words), step)
        axis.set_ticks(shown, [_short(words[i]) for i in shown])
    axes.xaxis.tick_top()
    axes.tick_params(length=0, labelcolor=INK, pad=2)
    axes.tick_params(axis="x", rotation=90)
    axes.spines[:].set(visible=True, color=RULE, linewidth=0.8)
