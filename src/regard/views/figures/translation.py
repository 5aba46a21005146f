"""Figures of translation: BLEU against the length of the source, BLEU and seconds against the width of the search."""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from regard.findings.translation import TranslationFindings
from regard.views.facts import translation_sheets as sheets
from regard.views.facts.translation import bands, by_length, by_width, search, sizes, widths, written
from regard.views.figures.canvas import WIDTH, drawing, panel, sheet_of_paper
from regard.views.figures.colours import INK, MUTED, PAPER
from regard.views.figures.depths import ASIDE, LOOKS, entry
from regard.views.figures.marks import legend, spread
from regard.views.figures.picture import Picture, told
from regard.views.figures.sweeps import LEFT, STEP, strip
from regard.views.wording.numbers import number
from regard.views.wording.words import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Values = Mapping[str, list[float]]
"""For each model a value at each place, no number where it has none."""

HEAD, TALL, FOOT = 0.56, 2.4, 0.66
"""Inches: above the lines, for the legend; the lines; below, for lengths and numbers of sentences."""


def lengths(found: TranslationFindings, lang: str) -> Picture:
    """One line per model over the ranges of lengths, from short to long."""
    names = bands(found)
    values = {
        model: [own[band].bleu if band in own else math.nan for band in names]
        for model, own in by_length(found).items()
    }
    with drawing():
        figure = sheet_of_paper(WIDTH, HEAD + TALL + FOOT)
        axes = panel(figure, LEFT, HEAD, WIDTH - LEFT - 0.1, TALL)
        axes.set_ylim(-3, 103)
        axes.set_yticks(range(0, 101, 20), [number(lang, y) for y in range(0, 101, 20)])
        axes.grid(axis="y")
        traces(axes, values)
        counted = [f"{written(band)}\n{say(lang, 'lengths.n', n=number(lang, n))}" for band, n in sizes(found).items()]
        axes.set_xlim(-0.4, len(names) - 0.6)
        axes.set_xticks(range(len(names)), counted, color=INK)
        axes.set_ylabel(say(lang, "accuracy.bleu"))
        below(figure, say(lang, "lengths.axis"))
        legend(figure, 0, [entry(i, model) for i, model in enumerate(values)])
    first, last = written(names[0]), written(names[-1])
    return told(lang, "lengths", figure, sheets.lengths(found, lang), first=first, last=last)


def beams(found: TranslationFindings, lang: str) -> Picture:
    """BLEU above seconds, over the widths of the search, one line per model."""
    tried, known = widths(found), by_width(found)
    scores = {model: [own[w].bleu if w in own else math.nan for w in tried] for model, own in known.items()}
    times = {model: [own[w].seconds if w in own else math.nan for w in tried] for model, own in known.items()}
    with drawing():
        figure = sheet_of_paper(WIDTH, 2 * STEP + 0.76)
        top = strip(figure, 0, say(lang, "beams.score"), over=0.42)
        bottom = strip(figure, 1, say(lang, "beams.seconds"), over=0.42)
        for axes, values in ((top, scores), (bottom, times)):
            traces(axes, values)
            axes.set_xlim(-0.4, len(tried) - 0.6)
            axes.set_xticks(range(len(tried)), [])
            axes.yaxis.set_major_formatter(lambda value, _: number(lang, value, 0 if float(value).is_integer() else 1))
        top.set_ylim(spread((v for own in scores.values() for v in own), 0.5))
        longest = spread((v for own in times.values() for v in own), 0.05)[1]
        bottom.set_ylim(-0.05 * longest, 1.05 * longest)
        bottom.set_xticks(range(len(tried)), [search(lang, width) for width in tried], color=INK)
        legend(figure, 0, [entry(i, model) for i, model in enumerate(known)])
    first, last = search(lang, tried[0]), search(lang, tried[-1])
    return told(lang, "beams", figure, sheets.beams(found, lang), first=first, last=last)


def traces(axes: "Axes", values: Values) -> None:
    """A line with markers for each model, beside each other so that none hides; what is no number is left open."""
    for i, own in enumerate(values.values()):
        colour, marker, line = LOOKS[i % len(LOOKS)]
        face = colour if i < len(LOOKS) else PAPER
        places = [x + ASIDE / 2 * (i - (len(values) - 1) / 2) for x in range(len(own))]
        axes.plot(places, own, color=colour, linestyle=line, linewidth=1.4)
        axes.plot(places, own, marker, color=colour, markerfacecolor=face, markersize=5)


def below(figure: "Figure", title: str) -> None:
    """The name of the axis, under the middle of the data."""
    figure.text((LEFT + WIDTH - 0.1) / WIDTH / 2, 0.004, title, ha="center", va="bottom", color=MUTED)
