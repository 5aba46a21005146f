"""The figure of alignment error rates: each model's attention, read in three ways, beside the diagonal and chance."""

from regard.findings.translation import TranslationFindings
from regard.results import LabResult
from regard.views.facts import translation_sheets as sheets
from regard.views.facts.lab import find
from regard.views.facts.translation import lowest
from regard.views.figures.canvas import drawing
from regard.views.figures.colours import BLUE, MUTED, ORANGE, PAPER
from regard.views.figures.marks import beside, ladder, legend, sample
from regard.views.figures.picture import Picture, told
from regard.views.wording.numbers import number, percent
from regard.views.wording.words import say

LOOKS = {
    "raw": ("s", ORANGE, PAPER),
    "shifted": ("D", ORANGE, ORANGE),
    "best": ("o", BLUE, BLUE),
    "diagonal": ("|", MUTED, MUTED),
    "random": ("x", MUTED, MUTED),
}
"""Marker, colour and filling of each way to read an alignment."""


def rates(result: LabResult, found: TranslationFindings, lang: str) -> Picture:
    """A line per model, error rates from left to right."""
    known = [(row, one) for one in found.alignments if (row := find(result, one.model))]
    with drawing():
        figure, axes = ladder([row for row, _ in known], lang)
        for y, (_, one) in enumerate(known):
            if one.best_interval is not None:
                axes.plot([100 * end for end in one.best_interval], [y, y], color=BLUE, linewidth=5, alpha=0.3)
            for name, (marker, colour, face) in LOOKS.items():
                if (value := getattr(one, name)) is not None:
                    axes.plot(100 * value, y, marker, color=colour, markerfacecolor=face, markersize=6, zorder=4)
            beside(axes, y, number(lang, 100 * lowest(one), 1))
        axes.set_xlim(-2, 102)
        axes.set_xlabel(say(lang, "rates.axis"))
        entries = [
            sample(title, marker=marker, color=colour, markerfacecolor=face, markersize=6)
            for title, (marker, colour, face) in zip(titles(lang), LOOKS.values(), strict=True)
        ]
        legend(figure, 0, [*entries, sample(say(lang, "legend.interval"), color=BLUE, linewidth=5, alpha=0.3)])
    least = min((one for _, one in known), key=lowest)
    said = {"best": least.model, "value": percent(lang, lowest(least)), "n": number(lang, least.n)}
    return told(lang, "rates", figure, sheets.rates(found, lang), **said)


def titles(lang: str) -> list[str]:
    """What each way to read an alignment is called."""
    return [
        say(lang, "rate.raw"),
        say(lang, "rate.shifted"),
        say(lang, "rate.best"),
        say(lang, "rate.diagonal"),
        say(lang, "rate.random"),
    ]
