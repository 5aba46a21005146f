"""Figures of the last chapter's numbers: perplexity objective by objective, accuracy by number of labels."""

from regard.findings.transformers import TransformersFindings
from regard.results import LabResult
from regard.views.facts import transformers_sheets as sheets
from regard.views.facts.transformers import by_labels, objective_name, objectives
from regard.views.figures.canvas import WIDTH, drawing, panel, sheet_of_paper, width_of
from regard.views.figures.colours import BLUE, INK, MUTED, ORANGE, PAPER
from regard.views.figures.marks import LINE, SIDE, beside, first_column, legend, lines, margin, sample, spread
from regard.views.figures.picture import Picture, told
from regard.views.figures.sweeps import LEFT
from regard.views.figures.translation import FOOT, HEAD, TALL, below
from regard.views.wording.numbers import number
from regard.views.wording.words import say, shorten

TOP, GAP = 0.66, 0.74
"""Inches above the first block, for the legend and the names of its columns, and between two blocks."""
FOUND = 1.8
"""Inches of the right-hand column."""
ASIDE = 0.04
"""Steps by which the two lines stand beside each other, so that no interval hides another."""


def by_objective(result: LabResult, lang: str) -> Picture:
    """A block for each objective: perplexity with its interval at the left, words found at the right."""
    blocks = objectives(result)
    rows = [row for own in blocks.values() for row in own]
    names = {asked: objective_name(asked, lang) for asked in blocks}
    left = max(margin(rows), *(1.1 * width_of(name) + 0.2 for name in names.values()))
    right = WIDTH - SIDE - FOUND
    wide = right - SIDE - 0.2 - left
    with drawing():
        figure = sheet_of_paper(WIDTH, TOP + sum(LINE * len(own) + GAP for own in blocks.values()) - 0.4)
        down, y = figure.get_size_inches()[1], TOP
        titles = {left: say(lang, "accuracy.perplexity"), right: say(lang, "objectives.found")}
        for asked, own in blocks.items():
            tall = LINE * len(own)
            score, share = panel(figure, left, y, wide, tall), panel(figure, right, y, FOUND, tall)
            for axes in (score, share):
                lines(axes, [], len(own))
            for place, row in enumerate(own):
                height = 1 - (y + (place + 0.6) * tall / (len(own) + 0.2)) / down
                figure.text(0.004, height, shorten(row.row, 6), color=MUTED, va="center")
                figure.text(first_column(rows) / WIDTH, height, shorten(row.model), color=INK, va="center")
                score.plot(row.interval, [place, place], color=BLUE, linewidth=5, alpha=0.3)
                score.plot(row.value, place, "o", color=BLUE, markersize=6.5, zorder=4)
                beside(score, place, number(lang, row.value, 2))
                found = 100 * row.measures.get("word_accuracy", float("nan"))
                share.plot(found, place, "s", color=ORANGE, markersize=5.5, zorder=4)
                beside(share, place, number(lang, found, 1))
            score.set_xlim(spread((v for row in own for v in (*row.interval, row.value)), 0.05))
            score.xaxis.set_major_formatter(lambda value, _: number(lang, value, 2))
            score.locator_params(axis="x", nbins=4)
            share.set_xlim(-3, 103)
            share.set_xticks(range(0, 101, 25), [number(lang, x) for x in range(0, 101, 25)])
            for x, title in titles.items():
                figure.text(x / WIDTH, 1 - (y - 0.13) / down, title, color=MUTED, va="center")
            figure.text(0.004, 1 - (y - 0.13) / down, names[asked], color=INK, va="center", weight="bold")
            y += tall + GAP
        legend(figure, 0, [sample(say(lang, "legend.interval"), color=BLUE, linewidth=5, alpha=0.3)])
    return told(lang, "objectives", figure, sheets.by_objective(result, lang))


def few(found: TransformersFindings, lang: str) -> Picture:
    """Accuracy over the number of labels: a line from weights that have read the texts, one from random ones."""
    known = by_labels(found)
    looks = {True: (BLUE, "o", "-"), False: (ORANGE, "s", (0, (4, 2)))}
    names = {True: say(lang, "few.pretrained"), False: say(lang, "few.random")}
    with drawing():
        figure = sheet_of_paper(WIDTH, HEAD + TALL + FOOT)
        axes = panel(figure, LEFT, HEAD, WIDTH - LEFT - 0.1, TALL)
        for read, (colour, marker, line) in looks.items():
            points = [(x, own[read]) for x, own in enumerate(known.values()) if read in own]
            places = [x + (ASIDE if read else -ASIDE) for x, _ in points]
            for x, (_, one) in zip(places, points, strict=True):
                axes.plot([x, x], [100 * end for end in one.interval], color=colour, linewidth=5, alpha=0.3)
            values = [100 * one.value for _, one in points]
            axes.plot(places, values, color=colour, linestyle=line, linewidth=1.4)
            axes.plot(places, values, marker, color=colour, markerfacecolor=colour if read else PAPER, markersize=5.5)
        axes.set_ylim(spread((100 * v for one in found.labels for v in (*one.interval, one.value)), 0.5))
        axes.yaxis.set_major_formatter(lambda value, _: number(lang, value, 0 if float(value).is_integer() else 1))
        axes.grid(axis="y")
        axes.set_ylabel(say(lang, "accuracy.percent"))
        axes.set_xlim(-0.4, len(known) - 0.6)
        axes.set_xticks(range(len(known)), [sheets.labels_name(found, n, lang) for n in known], color=INK)
        below(figure, say(lang, "few.axis"))
        entries = [
            sample(names[read], marker=marker, color=colour, markersize=5.5)
            for read, (colour, marker, _) in looks.items()
        ]
        entries[1].set_markerfacecolor(PAPER)
        legend(figure, 0, [*entries, sample(say(lang, "legend.interval"), color=MUTED, linewidth=5, alpha=0.3)])
    low, high = (number(lang, end) for end in (min(known), max(known)))
    return told(lang, "few", figure, sheets.few(found, lang), model=found.labels[0].model, low=low, high=high)
