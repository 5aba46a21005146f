"""The figure of positions: what each kind adds to the score of a query at one place and a key at another."""

from typing import TYPE_CHECKING

import numpy as np

from regard.findings.self_attention import PositionMap, SelfAttentionFindings
from regard.views.facts import findings_sheets as sheets
from regard.views.facts.findings import knows_distances_only
from regard.views.facts.known import position_is
from regard.views.figures.canvas import WIDTH, drawing, panel, sheet_of_paper
from regard.views.figures.colours import INK, MUTED, RULE
from regard.views.figures.marks import fitted, wrapped
from regard.views.figures.picture import Picture, told
from regard.views.figures.shading import Scale, lay, scale_of
from regard.views.wording.numbers import DASH, percent, scientific
from regard.views.wording.words import say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ACROSS = 3
LEFT, HEAD, SIDE = 0.62, 0.3, 1.85
UNDER, BELOW, LINE = 1.28, 1.24, 0.16
"""Inches below a map: its places, its scale, two lines of numbers; from there on, lines that say what it is."""
BROAD = 2.04
"""Inches that these lines may be wide."""


def positions(found: SelfAttentionFindings, lang: str) -> Picture:
    """A map per kind of position, with what a move of both places changes, and whether order is read with it."""
    kinds = found.positions
    told_of = [wrapped(position_is(one.kind, lang), BROAD) for one in kinds]
    down, step = -(-len(kinds) // ACROSS), HEAD + SIDE + UNDER + LINE * max(map(len, told_of))
    with drawing():
        figure = sheet_of_paper(WIDTH, down * step + 0.1)
        for i, one in enumerate(kinds):
            line, column = divmod(i, ACROSS)
            left, top = LEFT + column * (WIDTH - LEFT + 0.3) / ACROSS, line * step + HEAD
            place(figure, one, left, top, lang)
            strip(figure, scale_of(one.values), left, top + SIDE + 0.44, lang)
            figure.text(*at(figure, left, top + SIDE + 0.88), shift(one, lang), color=INK, va="center")
            figure.text(*at(figure, left, top + SIDE + 1.06), order(one, lang), color=INK, va="center")
            for n, words in enumerate(told_of[i]):
                where = at(figure, left, top + SIDE + BELOW + n * LINE)
                figure.text(*where, words, color=MUTED, va="center")
            if column == 0:
                middle = at(figure, 0.12, top + SIDE / 2)
                figure.text(*middle, say(lang, "position.rows"), rotation=90, ha="center", va="center", color=MUTED)
    still = ", ".join(one.kind for one in kinds if knows_distances_only(one)) or DASH
    return told(lang, "positions", figure, sheets.places(found, lang), still=still)


def place(figure: "Figure", one: PositionMap, left: float, top: float, lang: str) -> None:
    """One map: places of the query from the top down, of the key from left to right."""
    axes = panel(figure, left, top, SIDE, SIDE)
    lay(axes, scale_of(one.values).strength(one.values))
    size = len(one.values)
    ticks = sorted({0, size // 2, size - 1})
    axes.set_xticks(ticks, [str(n + 1) for n in ticks])
    axes.set_yticks(ticks, [str(n + 1) for n in ticks])
    axes.set_xlabel(say(lang, "position.columns"), labelpad=1)
    axes.set_title(fitted(one.kind, SIDE), color=INK)
    axes.spines[:].set(visible=True, color=RULE)


def strip(figure: "Figure", scale: Scale, left: float, top: float, lang: str) -> None:
    """What the colours mean: a thin strip from the lowest value to the highest."""
    low, high = (-scale.full, scale.full) if scale.both else sorted((scale.clear, scale.full))
    axes = panel(figure, left, top, SIDE, 0.1)
    axes.set_yticks([])
    if low < high:
        lay(axes, scale.strength([np.linspace(low, high, 61).tolist()]), extent=(low, high, 0.0, 1.0))
        axes.set_xticks([low, high], [scientific(lang, low), scientific(lang, high)])
        for tick, align in zip(axes.get_xticklabels(), ("left", "right"), strict=True):
            tick.set_horizontalalignment(align)
        if scale.both:
            axes.set_xticks([low, high, 0], [scientific(lang, low), scientific(lang, high), "0"])
    else:
        axes.set_xticks([0.5], [scientific(lang, scale.clear)])
    axes.tick_params(length=2, pad=1)
    axes.spines[:].set(visible=True, color=RULE)


def shift(one: PositionMap, lang: str) -> str:
    """By how much the map changes when both places move alike."""
    return say(lang, "position.shift", change=percent(lang, one.change))


def order(one: PositionMap, lang: str) -> str:
    """How a model with it does on the same words in another order."""
    return say(lang, "position.ordered", order=DASH if one.order is None else percent(lang, one.order))


def at(figure: "Figure", left: float, top: float) -> tuple[float, float]:
    """Inches from the upper left corner, as figures count."""
    across, down = figure.get_size_inches()
    return left / across, 1 - top / down
