"""Figures over the epochs, one panel per model: loss, accuracy, entropy of the attention."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from regard.results import Epoch, LabResult, Row
from regard.views.facts import training_sheets as sheets
from regard.views.facts.lab import average, by_epoch, shares
from regard.views.facts.looking import whose_in_short
from regard.views.facts.measures import measure_of
from regard.views.figures.canvas import drawing
from regard.views.figures.colours import BLUE, MUTED, ORANGE
from regard.views.figures.marks import grid, legend, outer, sample, spread
from regard.views.figures.picture import Picture, told
from regard.views.wording.numbers import number
from regard.views.wording.words import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEFT = 0.66
TALL = 1.05
MOST, CLOSE = 4, 1e-9
"""Decimals beside an axis at most, and how far a number may be from one with fewer and still be it."""

Measure = Callable[[Epoch], float]


def loss(result: LabResult, lang: str) -> Picture:
    """Training and validation loss, epoch by epoch."""
    rows = [row for row in result.rows if row.epochs]
    with drawing():
        figure, axes = grid(rows, left=LEFT, tall=TALL)
        for one, row in zip(axes, rows, strict=True):
            track(one, row, lambda e: e.train_loss, ORANGE, "--")
            track(one, row, lambda e: e.validation_loss, BLUE, "-")
        everything = [e for row in rows for epochs in row.epochs for e in epochs]
        share_limits(axes, everything, [v for e in everything for v in (e.train_loss, e.validation_loss)], 0.02)
        axes[0].yaxis.set_major_formatter(written(axes[0], lang))
        share_format(axes)
        outer(axes, say(lang, "loss"), say(lang, "epoch"))
        trained = say(lang, "legend.train") if several(rows) else say(lang, "legend.train.single")
        entries = [
            sample(validation(rows, lang), color=BLUE, linewidth=1.6),
            sample(trained, color=ORANGE, linewidth=1.6, linestyle="--"),
        ]
        if several(rows):
            entries.append(sample(say(lang, "legend.seed"), color=MUTED, linewidth=0.7))
        legend(figure, 0, entries)
    return told(lang, "loss", figure, sheets.curves(result, lang), variant=measure_of(result).variant)


def learning(result: LabResult, lang: str) -> Picture:
    """The score on the validation part, epoch by epoch, each model before the others in grey."""
    rows, measure = [row for row in result.rows if row.epochs], measure_of(result)
    with drawing():
        figure, axes = grid(rows, left=LEFT, tall=TALL)
        for one, row in zip(axes, rows, strict=True):
            for other in rows:
                if other is not row:
                    middle(one, other, lambda e: 100 * e.validation, color=MUTED, linewidth=0.8, alpha=0.35)
            track(one, row, lambda e: 100 * e.validation, BLUE, "-")
        everything = [e for row in rows for epochs in row.epochs for e in epochs]
        share_limits(axes, everything, [100 * e.validation for e in everything], 0.5)
        axes[0].yaxis.set_major_formatter(written(axes[0], lang))
        share_format(axes)
        outer(axes, measure.say(lang, "validation-accuracy.percent"), say(lang, "epoch"))
        entries = [sample(validation(rows, lang), color=BLUE, linewidth=1.6)]
        if several(rows):
            entries.append(sample(say(lang, "legend.seed"), color=BLUE, linewidth=0.7))
        if len(rows) > 1:
            entries.append(sample(say(lang, "legend.others"), color=MUTED, linewidth=0.8, alpha=0.5))
        legend(figure, 0, entries)
    return told(lang, "learning", figure, sheets.curves(result, lang), variant=measure.variant)


def entropy(result: LabResult, lang: str) -> Picture:
    """Histograms of the normalised entropy, epoch by epoch, one panel per attention model."""
    rows = [row for row in result.rows if any(e.histogram for epochs in row.epochs for e in epochs)]
    with drawing():
        figure, axes = grid(rows, left=LEFT, tall=1.25)
        for one, row in zip(axes, rows, strict=True):
            shade(one, row)
            middle(one, row, lambda e: float("nan") if e.entropy is None else e.entropy, color=ORANGE, linewidth=1.4)
            one.set_ylim(0, 1)
            one.set_yticks([0, 0.5, 1], [number(lang, y, 1) for y in (0, 0.5, 1)])
            one.grid(visible=False)
        everything = [e for row in rows for epochs in row.epochs for e in epochs]
        share_limits(axes, everything, [0, 1], 0)
        for one in axes:
            one.set_ylim(-0.01, 1.01)
        outer(axes, say(lang, "entropy.axis"), say(lang, "epoch"))
        entries = [
            sample(say(lang, "legend.share"), marker="s", color=BLUE, alpha=0.6, markersize=8),
            sample(say(lang, "legend.entropy"), color=ORANGE, linewidth=1.4),
        ]
        legend(figure, 0, entries)
    return told(lang, "entropy", figure, sheets.histograms(result, lang), more=whose_in_short(result, lang))


def shade(axes: "Axes", row: Row) -> None:
    """One column of cells per epoch, the more opaque the more texts."""
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Rectangle

    cells: list[Rectangle] = []
    for reached in by_epoch(row):
        counts = [e.histogram for e in reached if e.histogram]
        found = shares(counts) if counts else []
        cells += [
            Rectangle(
                (reached[0].epoch - 0.46, i / len(found)),
                0.92,
                1 / len(found),
                facecolor=BLUE,
                alpha=min(1.0, share / 0.45) ** 0.6,
                linewidth=0,
            )
            for i, share in enumerate(found)
            if share > 0
        ]
    axes.add_collection(PatchCollection(cells, match_original=True))


def several(rows: list[Row]) -> bool:
    """Whether any model was trained more than once, so that there is a mean of seeds beside single ones."""
    return any(len(row.epochs) > 1 for row in rows)


def validation(rows: list[Row], lang: str) -> str:
    """What the strong line of validation is."""
    return say(lang, "legend.validation") if several(rows) else say(lang, "legend.validation.single")


def track(axes: "Axes", row: Row, measure: Measure, colour: str, line: str) -> None:
    """A thin line per seed and a strong one for their mean."""
    for epochs in row.epochs:
        axes.plot([e.epoch for e in epochs], [measure(e) for e in epochs], color=colour, linewidth=0.7, alpha=0.5)
    middle(axes, row, measure, color=colour, linewidth=1.6, linestyle=line)


def middle(axes: "Axes", row: Row, measure: Measure, **look: Any) -> None:
    """The mean over the seeds, as far as all of them went."""
    reached = [epochs for epochs in by_epoch(row) if len(epochs) == len(row.epochs)]
    marker = "o" if len(reached) == 1 else ""
    axes.plot(
        [epochs[0].epoch for epochs in reached],
        [average([measure(e) for e in epochs]) for epochs in reached],
        marker=marker,
        markersize=3,
        **look,
    )


def share_limits(axes: "list[Axes]", everything: list[Epoch], values: list[float], least: float) -> None:
    """The same limits in all panels, whole epochs as ticks."""
    from matplotlib.ticker import MaxNLocator

    for one in axes:
        one.set_xlim(min(e.epoch for e in everything) - 0.5, max(e.epoch for e in everything) + 0.5)
        one.set_ylim(spread(values, least))
        one.xaxis.set_major_locator(MaxNLocator(5, integer=True, min_n_ticks=1))
        one.grid(axis="y")


def written(axes: "Axes", lang: str) -> Callable[[float, float], str]:
    """How numbers stand beside an axis: all with as many decimals as the one that needs most."""

    def one(value: float, _: float) -> str:
        ticks = [float(tick) for tick in axes.yaxis.get_majorticklocs()]
        digits = next((n for n in range(MOST) if all(abs(t - round(t, n)) < CLOSE for t in ticks)), MOST)
        return number(lang, value, digits)

    return one


def share_format(axes: "list[Axes]") -> None:
    """The first panel's way of writing numbers, in all panels."""
    for one in axes[1:]:
        one.yaxis.set_major_formatter(axes[0].yaxis.get_major_formatter())
