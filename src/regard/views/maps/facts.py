"""What views read off many maps: whether they are many, and the heaviest pair of words in each."""

import numpy as np

from regard.explain.explanation import Explanation, Map
from regard.explain.rows import array_of
from regard.views.facts.cells import Cell, Sheet, text
from regard.views.facts.weights import is_line
from regard.views.wording.numbers import percent
from regard.views.wording.words import say

MANY = 6
"""Maps of several rows from which they share a page that shows them one at a time."""
LONG = 100
"""Words from which a single map does, too: larger grids cannot be read as a drawing."""


def grids_of(explanation: Explanation) -> list[Map]:
    """The maps with several rows."""
    return [one for one in explanation.maps if not is_line(one)]


def are_many(explanation: Explanation) -> bool:
    """Whether the maps are too many, or too large, to be drawn one below the other."""
    grids = grids_of(explanation)
    return len(grids) >= MANY or any(len(one.rows) * len(one.columns) > LONG * LONG for one in grids)


def heaviest_pairs(grids: list[Map], lang: str) -> Sheet:
    """For each map the pair of words with most weight."""
    lines: list[list[Cell]] = []
    for one in grids:
        grid = array_of(one.weights)
        row, column = (int(place) for place in np.unravel_index(int(grid.argmax()), grid.shape))
        weight = float(grid[row, column])
        lines.append(
            [text(one.name), text(one.rows[row]), text(one.columns[column]), Cell(percent(lang, weight), weight)]
        )
    names = (say(lang, "head"), say(lang, "looks"), say(lang, "looked-at"), say(lang, "weight"))
    return Sheet(say(lang, "maps.picture.title"), list(names), lines)
