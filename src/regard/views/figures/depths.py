"""Figures of depth: what another layer does to accuracy and loss, and how much of the gradient reaches each layer."""

import math
from typing import TYPE_CHECKING

from regard.findings.self_attention import Depth, SelfAttentionFindings
from regard.views.facts import findings_sheets as sheets
from regard.views.facts.findings import by_model, deepest, lost
from regard.views.figures.canvas import WIDTH, drawing, sheet_of_paper
from regard.views.figures.colours import BLUE, INK, MUTED, ORANGE, PAPER
from regard.views.figures.marks import legend, outer, panels, sample, spread
from regard.views.figures.picture import Picture, told
from regard.views.figures.sweeps import LEFT, STEP, strip
from regard.views.wording.numbers import count, number, ten_to
from regard.views.wording.words import say, shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LOOKS = ((BLUE, "o", "-"), (ORANGE, "s", (0, (4, 2))), (MUTED, "D", (0, (1, 1.5))))
"""Colour, marker and line of a kind of model; after the third, again with hollow markers."""
ASIDE = 0.09
"""Steps by which kinds stand beside each other, so that no interval hides another."""
TICKS = 6
"""Powers of ten written on an axis, about."""
STEPS = 4
"""Parts into which the numbers of layers cut an axis, about."""


def depth(found: SelfAttentionFindings, lang: str) -> Picture:
    """Accuracy with its interval above training loss, against the number of layers, one line per kind of model."""
    kinds = by_model(found.depths)
    layers = sorted({one.layers for one in found.depths})
    with drawing():
        figure = sheet_of_paper(WIDTH, 2 * STEP + 0.62)
        top = strip(figure, 0, say(lang, "accuracy.percent"), over=0.28)
        below = strip(figure, 1, say(lang, "train-loss"), over=0.28)
        for i, (model, same) in enumerate(kinds.items()):
            colour, marker, line = LOOKS[i % len(LOOKS)]
            face = colour if i < len(LOOKS) else PAPER
            places = [layers.index(one.layers) + ASIDE * (i - (len(kinds) - 1) / 2) for one in same]
            for x, one in zip(places, same, strict=True):
                top.plot([x, x], [100 * end for end in one.interval], color=colour, linewidth=5, alpha=0.3)
            for axes, values in ((top, [100 * d.value for d in same]), (below, [d.train_loss for d in same])):
                axes.plot(places, values, color=colour, linestyle=line, linewidth=1.4)
                axes.plot(
                    places, values, marker, color=colour, markerfacecolor=face, markersize=5, label=shorten(model)
                )
        top.set_ylim(spread((100 * v for one in found.depths for v in (*one.interval, one.value)), 0.5))
        below.set_ylim(spread((one.train_loss for one in found.depths), 0.02))
        top.yaxis.set_major_formatter(lambda value, _: number(lang, value, 0 if float(value).is_integer() else 1))
        below.yaxis.set_major_formatter(lambda value, _: number(lang, value, 2))
        for axes in (top, below):
            axes.set_xlim(-0.5, len(layers) - 0.5)
            axes.set_xticks(range(len(layers)), [])
        below.set_xticks(range(len(layers)), [str(n) for n in layers], color=INK)
        figure.text((LEFT + WIDTH - 0.1) / WIDTH / 2, 0.004, say(lang, "layers"), ha="center", va="bottom", color=MUTED)
        entries = [
            *(entry(i, model) for i, model in enumerate(kinds)),
            sample(say(lang, "legend.interval"), color=MUTED, linewidth=5, alpha=0.3),
        ]
        legend(figure, 0, entries)
    said = ", ".join(f"`{one.model}` ({count(lang, 'layers', one.layers)})" for one in lost(found.depths))
    more = f" {say(lang, 'depth.lost', which=said)}" if said else ""
    made = sheets.updates(found, lang)
    low, high = (number(lang, layers[end]) for end in (0, -1))
    return told(lang, "depth", figure, sheets.depths(found, lang), more=more, low=low, high=high, updates=made)


def entry(i: int, model: str):
    """The legend of one kind: its line with its marker."""
    colour, marker, line = LOOKS[i % len(LOOKS)]
    shown = sample(shorten(model), color=colour, linewidth=1.4)
    shown.set(marker=marker, markersize=5, markerfacecolor=colour if i < len(LOOKS) else PAPER, linestyle=line)
    return shown


def gradients(found: SelfAttentionFindings, lang: str) -> Picture:
    """The gradient's norm in each layer of the deepest models, on a scale of powers of ten, newborn and trained."""
    models = deepest(found.depths)
    with drawing():
        titles = [f"{shorten(one.model)} · {count(lang, 'layers', one.layers)}" for one in models]
        figure, panes = panels(titles, left=LEFT, tall=1.5)
        low, high, zero = powers(models)
        for axes, one in zip(panes, models, strict=True):
            trace(axes, one.born, ORANGE, "s", low)
            trace(axes, one.trained, BLUE, "o", low)
            axes.set_xlim(0.5, max(len(one.born), 1) + 0.5)
            axes.set_ylim(low - 0.3, high + 0.3)
            axes.set_xticks(numbered(len(one.born)))
            ticks = range(low + zero, high + 1, -(-(high - low) // TICKS))
            zeros = ([low], ["0"]) if zero else ([], [])
            axes.set_yticks([*zeros[0], *ticks], [*zeros[1], *(ten_to(power) for power in ticks)])
            axes.grid(axis="y")
        outer(panes, say(lang, "gradient.norm"), say(lang, "gradient.layer"))
        entries = [
            sample(say(lang, "gradient.born"), marker="s", color=ORANGE, markersize=4.5),
            sample(say(lang, "gradient.trained"), marker="o", color=BLUE, markersize=4.5),
        ]
        if zero:
            entries.append(
                sample(say(lang, "gradient.zero"), marker="o", color=MUTED, markerfacecolor=PAPER, markersize=4.5)
            )
        legend(figure, 0, entries)
    said = {"layers": count(lang, "layers", max(one.layers for one in models))}
    return told(lang, "gradients", figure, sheets.gradients(found, lang), **said)


def numbered(layers: int) -> list[int]:
    """The layers whose numbers are written: the first, the last, and some evenly between, far enough from both."""
    step = max(1, layers // STEPS)
    return sorted({1, *(n for n in range(step, layers, step) if 3 * (layers - n) > 2 * step), layers})


def powers(models: list[Depth]) -> tuple[int, int, bool]:
    """Whole powers of ten around all norms, and whether some are zero and need a place below."""
    norms = [norm for one in models for norm in (*one.born, *one.trained) if math.isfinite(norm)]
    logs = [math.log10(norm) for norm in norms if norm > 0]
    low, high = math.floor(min(logs, default=0.0)), math.ceil(max(logs, default=1.0))
    zero = any(norm <= 0 for norm in norms)
    return low - zero, max(high, low + 1), zero


def trace(axes: "Axes", norms: list[float], colour: str, marker: str, floor: int) -> None:
    """One line over the layers, at powers of ten; what is zero stands hollow at the bottom."""
    layers = range(1, len(norms) + 1)
    logs = [math.log10(n) if n > 0 and math.isfinite(n) else math.nan for n in norms]
    nothing = [layer for layer, norm in zip(layers, norms, strict=True) if norm == 0]
    axes.plot(layers, logs, marker, linestyle="-", color=colour, linewidth=1.4, markersize=3.5)
    axes.plot(nothing, [floor] * len(nothing), marker, color=colour, markerfacecolor=PAPER, markersize=4.5)
