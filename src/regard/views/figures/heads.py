"""The figure of heads: what each does on average, layer by layer, those with a speciality framed."""

from typing import TYPE_CHECKING

from regard.findings.self_attention import SelfAttentionFindings
from regard.views.facts import findings_sheets as sheets
from regard.views.facts.findings import MOST, Place, innate, special
from regard.views.figures.canvas import WIDTH, drawing, panel, sheet_of_paper, width_of
from regard.views.figures.colours import INK, MUTED, ORANGE
from regard.views.figures.explained_grid import shade
from regard.views.figures.marks import folded
from regard.views.figures.picture import Picture, told
from regard.views.wording.numbers import number, percent
from regard.views.wording.words import WIDE, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CELL, LINE = 0.34, 0.23
LEFT, UNDER = 0.46, 0.4
DASHED = (0, (2.2, 1.4))
"""The frame of a head that was born with its speciality."""
PALE = 0.5
"""Opacity of the darkest cell: numbers stand on it."""


def heads(found: SelfAttentionFindings, lang: str) -> Picture:
    """Five grids, layers down and heads across: entropy, distance, shares on the token before, itself, after."""
    down, across = max(one.layer for one in found.heads), max(one.head for one in found.heads)
    far = max(one.distance for one in found.heads)
    measures = {
        "entropy": (
            say(lang, "entropy.axis"),
            [(one.entropy, number(lang, one.entropy, 2)) for one in found.heads],
            1.0,
        ),
        "distance": (
            say(lang, "distance"),
            [(one.distance, number(lang, one.distance, 1)) for one in found.heads],
            far,
        ),
        "previous": (f"{say(lang, 'on-previous')},{WIDE}%", [whole(one.previous, lang) for one in found.heads], 1.0),
        "same": (f"{say(lang, 'on-same')},{WIDE}%", [whole(one.same, lang) for one in found.heads], 1.0),
        "next": (f"{say(lang, 'on-next')},{WIDE}%", [whole(one.next, lang) for one in found.heads], 1.0),
    }
    wide = max(LEFT + CELL * across + 0.2, 1.55)
    columns = max(1, min(len(measures), int(WIDTH / wide)))
    wide = max(wide, WIDTH / columns)
    names = [folded(title, wide - LEFT - 0.05) for title, _, _ in measures.values()]
    head = 0.12 + 0.16 * max(name.count("\n") + 1 for name in names)
    tall = head + LINE * down + UNDER
    named, born = special(found), innate(found)
    with drawing():
        figure = sheet_of_paper(max(WIDTH, wide), -(-len(measures) // columns) * tall)
        for i, (measure, (_, values, most)) in enumerate(measures.items()):
            line, column = divmod(i, columns)
            axes = panel(figure, LEFT + column * wide, line * tall + head, CELL * across, LINE * down)
            cells = {(one.layer, one.head): value for one, value in zip(found.heads, values, strict=True)}
            numbers(axes, cells, down, across, most)
            axes.set_title(names[i], color=INK)
            frame(axes, {place for place, own in named.items() if own == measure}, born)
            axes.set_xlabel(say(lang, "head"), labelpad=1)
            axes.set_ylabel(say(lang, "layer"), labelpad=3)
    said = {"model": found.model, "share": percent(lang, MOST, 0), "n": number(lang, found.heads[0].texts)}
    return told(lang, "heads", figure, sheets.heads(found, lang), **said)


def whole(value: float, lang: str) -> tuple[float, str]:
    """A share, and as whole per cents."""
    return value, number(lang, 100 * value)


def numbers(axes: "Axes", cells: dict[tuple[int, int], tuple[float, str]], down: int, across: int, most: float) -> None:
    """The grid with a number in each cell, the darker the larger."""
    grid = [[cells.get((layer, head), (0.0, ""))[0] for head in range(1, across + 1)] for layer in range(1, down + 1)]
    shade(axes, grid, (most or 1.0) / PALE)
    for (layer, head), (_, written) in cells.items():
        axes.text(head - 1, layer - 1, written, ha="center", va="center", color=INK)
    step = max(1, round(width_of("88") / CELL + 0.49))
    axes.set_xticks(range(0, across, step), [str(head + 1) for head in range(0, across, step)])
    axes.set_yticks(range(down), [str(layer + 1) for layer in range(down)])
    axes.tick_params(length=0, labelcolor=MUTED)
    axes.spines[:].set_visible(False)


def frame(axes: "Axes", special: set[Place], born: set[Place]) -> None:
    """A frame around those heads, dashed around those that were born so."""
    from matplotlib.patches import Rectangle

    for layer, head in sorted(special):
        line = DASHED if (layer, head) in born else "solid"
        corner = (head - 1.47, layer - 1.46)
        box = Rectangle(corner, 0.94, 0.92, fill=False, edgecolor=ORANGE, linewidth=1.8, linestyle=line, clip_on=False)
        axes.add_patch(box)
