"""The figure of the λ sweep: what the weight of the entropy in the loss does to accuracy and to attention."""

from typing import TYPE_CHECKING

from regard.results import LabResult
from regard.views.facts import training_sheets as sheets
from regard.views.facts.training_sheets import weight
from regard.views.figures.canvas import WIDTH, drawing, panel, sheet_of_paper
from regard.views.figures.colours import BLUE, INK, MUTED, ORANGE
from regard.views.figures.marks import spread
from regard.views.figures.picture import Picture, told
from regard.views.wording.numbers import number
from regard.views.wording.words import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LEFT, TALL, STEP = 0.66, 1.3, 1.75


def sweep(result: LabResult, lang: str) -> Picture:
    """Accuracy with its interval, entropy, and the share on deciding words, one above the other, against λ."""
    points = sorted(result.sweep, key=lambda point: point.weight)
    places = range(len(points))
    shares = [100 * p.rationale if p.rationale is not None else float("nan") for p in points]
    known = any(p.rationale is not None for p in points)
    with drawing():
        figure = sheet_of_paper(WIDTH, (3 if known else 2) * STEP + 0.3)
        top = strip(figure, 0, say(lang, "accuracy.percent"))
        for x, point in zip(places, points, strict=True):
            top.plot([x, x], [100 * end for end in point.interval], color=BLUE, linewidth=5, alpha=0.3)
        top.plot(places, [100 * p.value for p in points], "o-", color=BLUE, linewidth=1.4, markersize=5)
        top.set_ylim(spread((100 * v for p in points for v in (*p.interval, p.value)), 0.3))
        middle = strip(figure, 1, say(lang, "entropy.mean"))
        middle.plot(places, [p.entropy for p in points], "s-", color=ORANGE, linewidth=1.4, markersize=4.5)
        middle.set_ylim(-0.04, 1.04)
        middle.set_yticks([0, 0.5, 1], [number(lang, y, 1) for y in (0, 0.5, 1)])
        top.yaxis.set_major_formatter(lambda value, _: number(lang, value, 0 if float(value).is_integer() else 1))
        panels = [top, middle]
        if known:
            panels.append(strip(figure, 2, say(lang, "share.rationale")))
            panels[2].plot(places, shares, "D-", color=MUTED, linewidth=1.4, markersize=4.5)
            panels[2].set_ylim(bottom=0)
            panels[2].yaxis.set_major_formatter(top.yaxis.get_major_formatter())
        for one in panels:
            one.set_xlim(-0.5, len(points) - 0.5)
            one.set_xticks(places, [])
        panels[-1].set_xticks(places, [weight(lang, p.weight) for p in points], color=INK)
        for x, point in zip(places, points, strict=True):
            if point.weight == 0:
                for one in panels:
                    one.axvline(x, color=MUTED, linewidth=0.9, dashes=(2, 2), zorder=1)
        across = (LEFT / WIDTH, (LEFT + WIDTH - 0.1) / WIDTH / 2, 1 - 0.1 / WIDTH)
        figure.text(across[0], 0.004, say(lang, "spread"), ha="left", va="bottom", color=MUTED)
        figure.text(across[1], 0.004, say(lang, "weight-lambda"), ha="center", va="bottom", color=INK)
        figure.text(across[2], 0.004, say(lang, "concentrate"), ha="right", va="bottom", color=MUTED)
    low, high = (weight(lang, points[end].weight) for end in (0, -1))
    best = max(points, key=lambda point: point.value)
    swept = sheets.sweep(result, lang)
    return told(lang, "sweep", figure, swept, low=low, high=high, best=weight(lang, best.weight))


def strip(figure: "Figure", line: int, title: str, over: float = 0.0) -> "Axes":
    """One panel of the stack, named above, with so many inches over all of them."""
    axes = panel(figure, LEFT, over + line * STEP + 0.32, WIDTH - LEFT - 0.1, TALL)
    axes.set_title(title, color=INK)
    axes.grid(axis="y")
    return axes
