"""The alignment matrix: target words down, source words across (Bahdanau, Cho & Bengio 2015, figure 3)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from regard.explain.explanation import Map
from regard.metrics.alignment import Gold
from regard.views.facts.alignment import alignment_sheet, pairs
from regard.views.figures.canvas import SIZE, WIDTH, drawing, panel, sheet_of_paper, width_of
from regard.views.figures.colours import INK, MUTED, ORANGE, RULE
from regard.views.figures.explained import LINE, background, write
from regard.views.figures.explained_grid import shade
from regard.views.figures.marks import fitted
from regard.views.figures.picture import Picture
from regard.views.wording.numbers import percent
from regard.views.wording.words import say, shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEAST, MOST, ROOM = 0.2, 0.4, 5.2
"""Inches: a cell's side at least and at most, and what a sentence may take before its cells shrink."""
HEAD, FOOT = 0.72, 0.4
FIFTH = 5
LONG = 24
"""Letters of a word that are written."""


def alignment(
    one: Map,
    lang: str,
    *,
    gold: Gold | None = None,
    title: str = "",
    name: str = "alignment",
    notes: Sequence[str] = (),
) -> Picture:
    """The weights as a grid, with the links that people drew as boxes; `name` keeps it apart from others on a page.

    `notes` are lines below it, for a drawing that stands alone.
    """
    title = title or say(lang, "alignment.title")
    targets, sources = ([shorten(word, LONG) for word in words] for words in (one.rows, one.columns))
    cell = min(MOST, max(LEAST, ROOM / max(len(targets), len(sources), 1)))
    flat = max(map(width_of, sources), default=0.0) < cell - 0.06
    left = max(map(width_of, targets), default=0.0) + 0.2
    over = HEAD + (0.2 if flat else max(map(width_of, sources), default=0.0) + 0.1)
    across, down = cell * len(sources), cell * len(targets)
    unsure = gold is not None and gold.possible != gold.sure
    most = max((weight for row in one.weights for weight in row), default=0.0)
    with drawing():
        figure = sheet_of_paper(max(WIDTH, left + across + 0.3), over + down + FOOT + LINE * len(notes))
        paper = background(figure)
        paper.text(0.05, 0.2, fitted(title, WIDTH * SIZE / 12 - 0.1), fontsize=12, color=INK, va="center")
        darkest = say(lang, "darkest", weight=percent(lang, most))
        paper.text(0.05, 0.45, f"{say(lang, 'alignment.axes')} · {darkest}", color=MUTED, va="center")
        if targets and sources:
            axes = panel(figure, left, over, across, down)
            shade(axes, one.weights, most)
            axes.set_xticks(range(len(sources)), sources, rotation=0 if flat else 90)
            axes.set_yticks(range(len(targets)), targets)
            axes.tick_params(length=0, labelcolor=INK, labeltop=True, labelbottom=False)
            axes.spines[:].set_visible(False)
            rules(axes, len(targets), len(sources))
            if gold is not None:
                boxes(axes, gold, len(targets), len(sources))
                key(paper, lang, over + down + 0.22, unsure=unsure)
        write(paper, notes, over + down + FOOT)
    more = f" {say(lang, 'alignment.gold')}" if gold is not None else ""
    more += f" {say(lang, 'alignment.unsure')}" if unsure else ""
    said = {"targets": str(len(targets)), "sources": str(len(sources)), "pairs": pairs(one, lang)}
    return Picture(
        name=name,
        title=title,
        description=say(lang, "alignment.description", **said),
        caption=say(lang, "alignment.caption") + more,
        warning=say(lang, "alignment.not"),
        figure=figure,
        sheet=alignment_sheet(one, lang, title, gold),
    )


def rules(axes: "Axes", targets: int, sources: int) -> None:
    """A thin line after every fifth word, to follow a line or a column by."""
    for place in range(FIFTH, targets, FIFTH):
        axes.axhline(place - 0.5, color=RULE, linewidth=0.6)
    for place in range(FIFTH, sources, FIFTH):
        axes.axvline(place - 0.5, color=RULE, linewidth=0.6)


def boxes(axes: "Axes", gold: Gold, targets: int, sources: int) -> None:
    """A box around each cell that people linked, full where they were sure."""
    for source, target in sorted(gold.possible, key=lambda link: (link in gold.sure, link)):
        if source < sources and target < targets:
            box(axes, source - 0.5, target - 0.5, 1, sure=(source, target) in gold.sure)


def box(axes: "Axes", x: float, y: float, side: float, *, sure: bool) -> None:
    """One box."""
    from matplotlib.patches import Rectangle

    drawn = Rectangle((x, y), side, side, facecolor="none", edgecolor=ORANGE, clip_on=False, zorder=3)
    drawn.set(linewidth=1.6 if sure else 1.0, linestyle="solid" if sure else (0, (2, 1.5)))
    axes.add_patch(drawn)


def key(paper: "Axes", lang: str, y: float, *, unsure: bool) -> None:
    """What the boxes mean; `unsure` where some are only possible."""
    x = 0.05
    for name, sure in (("alignment.sure", True), ("alignment.possible", False))[: 1 + unsure]:
        said = say(lang, name)
        box(paper, x, y - 0.07, 0.14, sure=sure)
        paper.text(x + 0.22, y, said, color=MUTED, va="center")
        x += 0.22 + width_of(said) + 0.3
