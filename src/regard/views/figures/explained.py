"""The figure of an explanation: coloured words for one row of weights, a grid for several."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from regard.explain.explanation import Explanation
from regard.views.facts.cells import Sheet
from regard.views.facts.faithful import caution_of, faithful_sheet, interpreted
from regard.views.facts.weights import answer_of, explained_target, is_line, score_of, strongest, weights_sheet
from regard.views.figures.canvas import WIDTH, drawing, panel, sheet_of_paper
from regard.views.figures.colours import INK, MUTED
from regard.views.figures.explained_grid import Grid
from regard.views.figures.explained_words import Lines
from regard.views.figures.marks import wrapped
from regard.views.figures.picture import Picture
from regard.views.figures.signed_words import SignedLines
from regard.views.wording.numbers import percent
from regard.views.wording.words import say, shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HEAD, FOOT = 0.72, 0.45
LINE = 0.16
"""Inches of a line below a drawing."""


def explained(explanation: Explanation, lang: str) -> Picture:
    """All maps of the explanation, one below the other."""
    with drawing():
        signed, line = explanation.signed, SignedLines if explanation.signed else Lines
        blocks = [
            line(explanation, one, lang) if is_line(one) else Grid(one, lang, signed=signed) for one in explanation.maps
        ]
        across = max([WIDTH, *(block.width for block in blocks)])
        notes = below(explanation, lang)
        foot = FOOT + LINE * max(0, len(notes) - 2)
        figure = sheet_of_paper(across, HEAD + sum(block.height for block in blocks) + foot)
        paper = background(figure)
        head(paper, explanation, lang)
        top = HEAD
        for block in blocks:
            block.draw(figure, paper, top)
            top += block.height
        write(paper, notes, top + LINE)
    return Picture(
        name="explanation",
        title=say(lang, "explanation.title"),
        description=described(explanation, lang),
        caption=answer_of(explanation, lang),
        warning=caution_of(explanation, lang),
        figure=figure,
        sheet=weights_sheet(explanation.maps[0], lang, signed=signed) if explanation.maps else Sheet("", [], []),
    )


def below(explanation: Explanation, lang: str) -> list[str]:
    """Lines under a drawing that may stand alone: what was not read, what it does not show, and how far it holds."""
    return [*wrapped(caution_of(explanation, lang), WIDTH - 0.2), *figures_of(explanation, lang)]


def write(paper: "Axes", notes: Sequence[str], top: float) -> None:
    """The lines one below the other, the first at so many inches from above."""
    for i, told in enumerate(notes):
        paper.text(0.05, top + LINE * i, told, color=MUTED, va="center")


def figures_of(explanation: Explanation, lang: str) -> list[str]:
    """Lines below the drawing: how far it holds, and in a sentence what that means."""
    said, sheet = wrapped(interpreted(explanation, lang), WIDTH - 0.2), faithful_sheet(explanation, lang)
    if sheet is None:
        return ["", *said] if any(said) else []
    lines = [
        f"{row[0].text}: {row[1].text} · {sheet.columns[2]} {row[2].text} · {sheet.columns[3]} {row[3].text}"
        for row in sheet.rows
    ]
    return ["", say(lang, "faithful.short"), *lines, *said]


def background(figure: "Figure") -> "Axes":
    """Axes as large as the figure, in inches from the upper left corner, without lines."""
    across, down = (float(size) for size in figure.get_size_inches())
    paper = panel(figure, 0, 0, across, down)
    paper.set(xlim=(0, across), ylim=(down, 0))
    paper.set_axis_off()
    return paper


def head(paper: "Axes", explanation: Explanation, lang: str) -> None:
    """The answer, and what is explained by which method."""
    paper.text(0.05, 0.2, answer_of(explanation, lang, 40), fontsize=12, color=INK, va="center")
    told = shorten(f"{explanation.method} · {explained_target(explanation, lang)}", 90)
    paper.text(0.05, 0.45, told, color=MUTED, va="center")


def described(explanation: Explanation, lang: str) -> str:
    """What a screen reader says in the figure's place."""
    if not explanation.maps:
        return say(lang, "nothing")
    first = explanation.maps[0]
    if not is_line(first):
        return say(lang, "matrix.description")
    top = strongest(first.columns, first.weights[0], 5)
    if explanation.signed:
        said = ", ".join(f"{word} {score_of(lang, score)}" for word, score in top)
        return say(lang, "explanation.described.signed", words=said)
    return say(lang, "explanation.description", words=", ".join(f"{word} {percent(lang, w)}" for word, w in top))
