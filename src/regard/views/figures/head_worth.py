"""The figure of an audit of heads: what the loss becomes without each."""

from regard.findings.heads import LEAST, HeadReport
from regard.views.facts.head_report import DIGITS, heads_sheet
from regard.views.figures.canvas import WIDTH, drawing, panel, sheet_of_paper, width_of
from regard.views.figures.colours import BLUE, INK, MUTED, ORANGE
from regard.views.figures.picture import Picture, told
from regard.views.wording.numbers import number, signed
from regard.views.wording.words import say

LINE = 0.19
"""Inches that a head takes."""


def head_worth(report: HeadReport, lang: str) -> Picture | None:
    """A dot and a bar per head; None where no head was taken away."""
    if not report.silent:
        return None
    heads, names = report.heads, [one.name for one in report.heads]
    left = max(map(width_of, names)) + 0.25
    with drawing():
        figure = sheet_of_paper(WIDTH, LINE * len(heads) + 0.75)
        axes = panel(figure, left, 0.1, WIDTH - left - 0.25, LINE * len(heads))
        for place, one in enumerate(heads):
            effect = one.effects["zero"]
            colour = ORANGE if effect.matters else BLUE
            axes.plot(effect.loss_interval, [place, place], color=colour, linewidth=1.4)
            axes.plot([effect.loss], [place], "o", color=colour, markersize=4)
        axes.axvline(0, color=MUTED, linewidth=0.8, linestyle="--")
        axes.set_ylim(len(heads) - 0.5, -0.5)
        axes.set_yticks(range(len(heads)), names)
        axes.tick_params(axis="y", length=0, labelcolor=INK)
        axes.xaxis.set_major_formatter(lambda value, _: number(lang, value, DIGITS))
        axes.set_xlabel(say(lang, "head-worth.axis"))
    most = max(heads, key=lambda one: one.effects["zero"].loss)
    said = {"head": most.name, "loss": signed(lang, most.effects["zero"].loss, DIGITS), "least": number(lang, LEAST, 2)}
    return told(lang, "head-worth", figure, heads_sheet(report, lang), **said)
