"""Figures with one line per model: accuracy, parts of the test set, attention on the deciding words."""

from regard.results import LabResult
from regard.views.facts import sheets
from regard.views.facts.known import part_name
from regard.views.facts.lab import (
    SIGNS,
    SURE,
    baseline,
    baseline_name,
    best,
    comparison_of,
    slice_names,
    times_uniform,
    verdict,
)
from regard.views.facts.looking import whose_in_short
from regard.views.facts.measures import attends, measure_of
from regard.views.figures.canvas import WIDTH, drawing, panel, sheet_of_paper
from regard.views.figures.colours import BLUE, INK, MUTED, ORANGE, PAPER
from regard.views.figures.marks import LINE, beside, folded, ladder, legend, lines, margin, sample, spread
from regard.views.figures.picture import Picture, told
from regard.views.wording.numbers import DASH, number, percent, signed, times
from regard.views.wording.words import say, shorten

MANY = 10
"""Comparisons from which it is worth saying how many would look real by luck."""


def accuracy(result: LabResult, lang: str) -> Picture:
    """A dot per model with its interval and its seeds."""
    rows, base, measure = result.rows, baseline(result), measure_of(result)
    top = best(rows, less=measure.less)
    at, seeing = measure.on_axis, [attends(result, row) for row in rows]
    with drawing():
        figure, axes = ladder(rows, lang)
        if base and len(rows) > 1:
            axes.axvline(at(base.value), color=MUTED, linewidth=0.9, dashes=(4, 3), zorder=1)
        for y, (row, sees) in enumerate(zip(rows, seeing, strict=True)):
            colour, face = (MUTED, PAPER) if sees is False else (BLUE, BLUE)
            axes.plot([at(end) for end in row.interval], [y, y], color=colour, linewidth=5, alpha=0.3)
            axes.plot([at(v) for v in row.per_seed], [y] * len(row.per_seed), "|", color=colour, markersize=9)
            axes.plot(at(row.value), y, "o", color=colour, markerfacecolor=face, markersize=6.5, zorder=4)
            beside(axes, y, number(lang, at(row.value), measure.digits))
        axes.set_xlabel(measure.say(lang, "accuracy.percent"))
        axes.set_xlim(spread((at(v) for row in rows for v in (*row.interval, *row.per_seed, row.value)), 0.5))
        kinds = [
            sample(say(lang, "legend.attention"), marker="o", color=BLUE, markersize=6.5),
            sample(say(lang, "legend.none"), marker="o", color=MUTED, markerfacecolor=PAPER, markersize=6.5),
        ]
        entries = [
            *(kinds if None not in seeing else []),
            sample(say(lang, "legend.interval"), color=MUTED, linewidth=5, alpha=0.3),
            sample(say(lang, "legend.seed"), marker="|", color=MUTED, markersize=9),
        ]
        legend(figure, 0, entries)
    said = {"best": top.model if top else DASH, "value": measure.value(lang, top.value) if top else DASH}
    line = f" {say(lang, 'accuracy.line', baseline=base.model)}" if base and len(rows) > 1 else ""
    more = line + sheets.caveat(rows, lang)
    return told(lang, "accuracy", figure, sheets.ladder(result, lang), more=more, variant=measure.variant, **said)


def differences(result: LabResult, lang: str) -> Picture:
    """A dot per comparison with its interval, left or right of no difference at all."""
    compared = [(row, c) for row in result.rows if (c := comparison_of(result, row.model))]
    measure = measure_of(result)
    at = measure.on_axis
    looks = {"better": (BLUE, BLUE), "worse": (ORANGE, ORANGE), "noise": (MUTED, PAPER), "undecided": (MUTED, PAPER)}
    with drawing():
        figure, axes = ladder([row for row, _ in compared], lang)
        axes.axvline(0, color=MUTED, linewidth=0.9, dashes=(4, 3), zorder=1)
        for y, (_, c) in enumerate(compared):
            colour, face = looks[verdict(c)]
            axes.plot([at(end) for end in c.interval], [y, y], color=colour, linewidth=5, alpha=0.3)
            axes.plot(at(c.difference), y, "o", color=colour, markerfacecolor=face, markersize=6.5, zorder=4)
            beside(axes, y, f"{SIGNS[verdict(c)]} {signed(lang, at(c.difference))}")
        axes.set_xlabel(measure.say(lang, "difference.from", baseline=shorten(baseline_name(result))))
        axes.set_xlim(spread([0, *(at(v) for _, c in compared for v in (*c.interval, c.difference))], 0.3))
        axes.xaxis.set_major_formatter(lambda v, _: signed(lang, v, 0 if float(v).is_integer() else 1) if v else "0")
        entries = [
            sample(say(lang, "verdict.better"), marker="o", color=BLUE, markersize=6.5),
            sample(say(lang, "verdict.worse"), marker="o", color=ORANGE, markersize=6.5),
            sample(say(lang, "legend.noise"), marker="o", color=MUTED, markerfacecolor=PAPER, markersize=6.5),
            sample(say(lang, "legend.interval"), color=MUTED, linewidth=5, alpha=0.3),
        ]
        legend(figure, 0, entries)
    n = len(result.comparisons)
    luck = say(lang, "differences.not.few")
    if n >= MANY:
        luck = say(lang, "differences.not", expected=number(lang, SURE * n, 1), n=number(lang, n))
    sheet, more, base = sheets.comparisons(result, lang), sheets.caveat(result.rows, lang), baseline_name(result)
    return told(lang, "differences", figure, sheet, more=more, warning=luck, variant=measure.variant, baseline=base)


def slices(result: LabResult, lang: str) -> Picture:
    """One panel per part of the test set; in each, a line per model from chance, else from zero, to its score."""
    rows, names = [row for row in result.rows if row.slices], slice_names(result)
    measure, left = measure_of(result), margin(rows)
    at, guess = measure.on_axis, measure.chance(result)
    start = at(guess or 0.0)
    across = max(1, min(len(names), int((WIDTH - left) / 1.18)))
    wide, tall = (WIDTH - left) / across, 0.82 * LINE * len(rows)
    titles = [folded(part_name(name, lang), wide - 0.12) for name in names]
    head = 0.12 + 0.16 * max(title.count("\n") + 1 for title in titles)
    step, lowest = head + tall + 0.34, min([start, *(at(v) for row in rows for v in row.slices.values())])
    with drawing():
        figure = sheet_of_paper(WIDTH, -(-len(names) // across) * step + 0.3)
        for i, (name, title) in enumerate(zip(names, titles, strict=True)):
            line, column = divmod(i, across)
            axes = panel(figure, left + column * wide, line * step + head, wide - 0.24, tall)
            axes.axvline(start, color=MUTED, linewidth=0.9, dashes=(2, 2), zorder=1)
            for y, row in enumerate(rows):
                if (value := row.slices.get(name)) is not None:
                    colour = BLUE if at(value) >= start else ORANGE
                    axes.plot([start, at(value)], [y, y], color=colour, linewidth=1.8, alpha=0.5)
                    axes.plot(at(value), y, "o", color=colour, markersize=4.5, zorder=4)
            lines(axes, rows if column == 0 else [], len(rows))
            axes.set_xlim(min(start - 6, lowest - 4), 104)
            axes.set_xticks([start, 100], [number(lang, start), "100"])
            axes.set_title(title, color=INK)
        guessed = "" if guess is None else f" · {say(lang, 'chance')} {percent(lang, guess, 0)}"
        below = measure.say(lang, "accuracy.percent") + guessed
        figure.text(0.5, 0.004, below, ha="center", va="bottom", color=MUTED)
    sheet, said = sheets.slices(result, lang), DASH if guess is None else percent(lang, guess, 0)
    return told(lang, "slices", figure, sheet, variant=measure.variant, chance=said)


def rationale(result: LabResult, lang: str) -> Picture:
    """A bar per model: how much of its attention falls on the deciding words, against equal weights."""
    rows = [row for row in result.rows if row.rationale is not None]
    with drawing():
        figure, axes = ladder(rows, lang)
        for y, row in enumerate(rows):
            axes.barh(y, 100 * (row.rationale or 0), 0.56, color=BLUE, alpha=0.75)
            if row.rationale_uniform is not None:
                axes.plot([100 * row.rationale_uniform] * 2, [y - 0.4, y + 0.4], color=ORANGE, linewidth=2.2)
            if (ratio := times_uniform(row)) is not None:
                beside(axes, y, times(lang, ratio))
        axes.set_xlim(left=0)
        axes.set_xlabel(say(lang, "share.percent"))
        entries = [
            sample(say(lang, "legend.rationale"), marker="s", color=BLUE, alpha=0.75, markersize=7),
            sample(say(lang, "legend.uniform"), marker="|", color=ORANGE, markersize=10, markeredgewidth=2.2),
        ]
        legend(figure, 0, entries)
    most = max(rows, key=lambda row: row.rationale or 0)
    said = {"best": most.model, "value": percent(lang, most.rationale or 0)}
    sheet, more = sheets.rationales(result, lang), whose_in_short(result, lang)
    return told(lang, "rationale", figure, sheet, more=more, **said)
