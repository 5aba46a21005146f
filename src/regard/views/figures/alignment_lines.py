"""An alignment as lines: source and target words joined, the stronger the more weight."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from regard.explain.explanation import Map
from regard.views.facts.alignment import alignment_sheet, pairs
from regard.views.figures.canvas import SIZE, WIDTH, drawing, sheet_of_paper, width_of
from regard.views.figures.colours import BLUE, INK
from regard.views.figures.explained import background
from regard.views.figures.explained_words import leftward
from regard.views.figures.marks import fitted
from regard.views.figures.picture import Picture
from regard.views.wording.numbers import percent
from regard.views.wording.words import say, shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FAINTEST = 0.02
"""The smallest weight that is drawn."""
HEAD, STEP, GAP, TALL = 0.6, 0.22, 0.16, 1.5
"""Inches: above the words; from a word to the next below it; between words of a row; from row to row."""
LONG = 24

Point = tuple[float, float]


@dataclass(frozen=True)
class Placed:
    """One side's words: where each is written, and where its lines end."""

    words: list[str]
    at: list[Point]
    ends: list[Point]
    towards: Literal["left", "center", "right"]


def alignment_lines(one: Map, lang: str, *, title: str = "", name: str = "alignment-lines") -> Picture:
    """Two rows of words where they fit on the paper, two columns where they do not."""
    title = title or say(lang, "alignment.title")
    source, target = ([shorten(word, LONG) for word in words] for words in (one.columns, one.rows))
    fit = max(row_width(source), row_width(target)) <= WIDTH - 0.1
    sides = (row(source, above=True), row(target, above=False)) if fit else (column(source, 0), column(target, 1))
    height = HEAD + (TALL + 0.4 if fit else STEP * max(len(source), len(target)) + 0.2)
    with drawing():
        figure = sheet_of_paper(WIDTH, height)
        paper = background(figure)
        paper.text(0.05, 0.2, fitted(title, WIDTH * SIZE / 12 - 0.1), fontsize=12, color=INK, va="center")
        strokes(paper, sides[0].ends, sides[1].ends, one.weights)
        for side in sides:
            for word, (x, y) in zip(side.words, side.at, strict=True):
                paper.text(x, y, word, color=INK, ha=side.towards, va="center")
    said = {"targets": str(len(target)), "sources": str(len(source)), "pairs": pairs(one, lang)}
    return Picture(
        name=name,
        title=title,
        description=say(lang, "alignment.lines.description", **said),
        caption=say(lang, "alignment.lines.caption", least=percent(lang, FAINTEST, 0)),
        warning=say(lang, "alignment.not"),
        figure=figure,
        sheet=alignment_sheet(one, lang, title),
    )


def row_width(words: list[str]) -> float:
    """Inches that the words take side by side."""
    return sum(width_of(word) + GAP for word in words)


def row(words: list[str], *, above: bool) -> Placed:
    """The words side by side, in the middle of the paper; from the right where the text runs so."""
    y, ends = (HEAD + 0.1, HEAD + 0.22) if above else (HEAD + 0.1 + TALL, HEAD - 0.02 + TALL)
    x = (WIDTH - row_width(words)) / 2
    middles: list[float] = []
    for word in words:
        middles.append(x + (width_of(word) + GAP) / 2)
        x += width_of(word) + GAP
    if leftward(" ".join(words)):
        middles = [WIDTH - middle for middle in middles]
    return Placed(words, [(x, y) for x in middles], [(x, ends) for x in middles], "center")


def column(words: list[str], side: int) -> Placed:
    """The words one below the other: flush right at the left side (0), flush left at the right side (1)."""
    x, ends = ((2.4, 2.48), (5.0, 4.92))[side]
    heights = [HEAD + STEP * (i + 0.5) for i in range(len(words))]
    return Placed(words, [(x, y) for y in heights], [(ends, y) for y in heights], "left" if side else "right")


def strokes(paper: "Axes", sources: list[Point], targets: list[Point], weights: Sequence[list[float]]) -> None:
    """A line for each weight, as opaque as it is large; the faintest are left out."""
    from matplotlib.collections import LineCollection
    from matplotlib.colors import to_rgb

    drawn = sorted(
        (weight, source, target)
        for target, row in zip(targets, weights, strict=True)
        for source, weight in zip(sources, row, strict=True)
        if weight >= FAINTEST
    )
    strong = [min(1.0, weight) for weight, _, _ in drawn]
    paper.add_collection(
        LineCollection(
            [[source, target] for _, source, target in drawn],
            colors=[(*to_rgb(BLUE), weight) for weight in strong],
            linewidths=[0.6 + 1.8 * weight for weight in strong],
        )
    )
