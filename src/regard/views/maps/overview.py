"""All maps of an explanation as one drawing: an attention of the model per line, a head per column."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from regard.errors import Mistake
from regard.explain.explanation import Explanation, Map
from regard.explain.rows import array_of
from regard.views.facts.faithful import caution_of
from regard.views.facts.weights import answer_of, is_line
from regard.views.figures.canvas import WIDTH, drawing, panel, sheet_of_paper, width_of
from regard.views.figures.colours import INK, MUTED, RULE
from regard.views.figures.explained import HEAD, LINE, background, below, head, write
from regard.views.figures.explained_words import Lines
from regard.views.figures.marks import wrapped
from regard.views.figures.picture import Picture
from regard.views.figures.shading import lay
from regard.views.maps.explorer import place_of
from regard.views.maps.facts import grids_of, heaviest_pairs
from regard.views.wording.words import say, shorten

BROAD, SMALL, LARGE, GAP = 11.3, 0.45, 2.2, 0.06
"""Inches: the width that there is for all heads of a line, the smallest and the largest side of a map, and between."""
DOTS = 90
"""Dots on a side of a map: in longer texts one stands for the largest of several weights."""
FINEST = 2400
"""Words on a side of one map up to which a drawing has a dot for each."""
NAME, TOP, FOOT = 0.3, 0.28, 0.6
"""Inches: for the name of a row of weights, over the maps, and below them."""


def refuse_unreadable(explanation: Explanation) -> None:
    """Nothing, if a drawing of the maps can be read."""
    longest = max((max(len(one.rows), len(one.columns)) for one in grids_of(explanation)), default=0)
    if longest > FINEST:
        raise Mistake(
            f"a drawing of {longest:,} words on a side has less than a dot for each of them; write an .html page, "
            "which goes nearer, or .csv or .json, or choose a shorter text."
        )


def maps_picture(explanation: Explanation, lang: str) -> Picture:
    """Rows of weights on the text, and every head small, on one scale."""
    grids = grids_of(explanation)
    lines = [Lines(explanation, one, lang) for one in explanation.maps if is_line(one)]
    size = max(len(one.rows) for one in grids)
    top = HEAD + sum(NAME + one.height for one in lines) + TOP
    places = {place_of(one): one for one in grids}
    sites = list(dict.fromkeys(place.site for place in places))
    heads = sorted({place.head for place in places}, key=lambda number: -1 if number is None else number)
    left = max(width_of(shorten(site, 40)) for site in sites) + 0.25
    side = min(LARGE, max(SMALL, (BROAD - left) / len(heads) - GAP))
    with drawing():
        across = max(WIDTH, left + len(heads) * (side + GAP) + 0.1)
        notes = [
            *wrapped(say(lang, "maps.picture.note", size=str(size)), across - 0.2),
            *below(explanation, lang),
        ]
        foot = FOOT + LINE * max(0, len(notes) - 3)
        figure = sheet_of_paper(across, top + len(sites) * (side + GAP) + foot)
        paper = background(figure)
        head(paper, explanation, lang)
        down = HEAD
        for one in lines:
            paper.text(0.05, down + NAME / 2, shorten(one.map.name, 40), va="center", color=INK)
            one.draw(figure, paper, down + NAME)
            down += NAME + one.height
        for column, number in enumerate(heads):
            x = left + column * (side + GAP)
            if number is not None:
                paper.text(x + side / 2, top - 0.14, str(number), ha="center", va="center", color=MUTED)
            for line, site in enumerate(sites):
                y = top + line * (side + GAP)
                one = next((one for place, one in places.items() if (place.site, place.head) == (site, number)), None)
                if column == 0:
                    paper.text(0.05, y + side / 2, shorten(site, 40), va="center", color=INK)
                if one is not None:
                    axes = panel(figure, x, y, side, side)
                    lay(axes, np.sqrt(pooled(one)))
                    axes.set(xticks=[], yticks=[])
                    axes.spines[:].set(visible=True, color=RULE, linewidth=0.8)
        write(paper, notes, top + len(sites) * (side + GAP) + 0.14)
    return Picture(
        name="maps",
        title=say(lang, "maps.picture.title"),
        description=say(lang, "maps.picture.description"),
        caption=answer_of(explanation, lang),
        warning=caution_of(explanation, lang),
        figure=figure,
        sheet=heaviest_pairs(grids, lang),
    )


def pooled(one: Map, dots: int = DOTS) -> NDArray[np.floating[Any]]:
    """The map with at most so many dots on a side, each the largest weight of its block."""
    grid = array_of(one.weights).clip(0, 1)
    for axis in (0, 1):
        count = grid.shape[axis]
        if count > dots:
            grid = np.maximum.reduceat(grid, np.arange(dots) * count // dots, axis=axis)
    return grid
