"""The figures of an audit: what becomes of the answer as words are taken away."""

from regard.findings.audit import Audit, Audited
from regard.views.facts.audit import RANDOM, tried
from regard.views.facts.cells import Cell, Sheet, share, text
from regard.views.figures.canvas import drawing
from regard.views.figures.colours import BLUE, MUTED
from regard.views.figures.marks import legend, outer, panels, sample
from regard.views.figures.picture import Picture, told
from regard.views.wording.numbers import number, percent
from regard.views.wording.words import say

WAY = "left-out"
LEFT = 0.66
TALL = 1.05


def curves(audit: Audit, lang: str) -> Picture | None:
    """A panel per method with its curve and that of random orders; None where no method was tried."""
    known = [one for one in tried(audit) if WAY in one.erased and one.method != RANDOM]
    control = next((one for one in tried(audit) if one.method == RANDOM), None)
    if not known:
        return None
    shares = [0.0, *(100 * one for one in audit.shares)]
    with drawing():
        figure, axes = panels([one.method for one in known], left=LEFT, tall=TALL)
        for panel, one in zip(axes, known, strict=True):
            if control is not None:
                panel.plot(shares, _points(control), color=MUTED, linewidth=1.2, linestyle="--")
            panel.plot(shares, _points(one), color=BLUE, linewidth=1.6, marker="o", markersize=3)
            panel.set_ylim(-2, 102)
            panel.set_xlim(-2, max(shares) + 2)
            panel.grid(axis="y")
            panel.yaxis.set_major_formatter(lambda value, _: number(lang, value))
            panel.xaxis.set_major_formatter(lambda value, _: number(lang, value))
        outer(axes, say(lang, "audit-curves.side"), say(lang, "audit-curves.axis"))
        entries = [sample(say(lang, "audit-curves.method"), color=BLUE, linewidth=1.6)]
        if control is not None:
            entries.append(sample(say(lang, "audit-curves.random"), color=MUTED, linewidth=1.2, linestyle="--"))
        legend(figure, 0, entries)
    least = min(known, key=lambda one: one.erased[WAY].removed[-1])
    said = {"best": least.method, "value": percent(lang, least.erased[WAY].removed[-1])}
    sheet = _sheet(audit, [*known, *([control] if control else [])], lang)
    return told(lang, "audit-curves", figure, sheet, **said)


def _points(one: Audited) -> list[float]:
    """The mean probability, in per cent, with nothing left out and then with each share."""
    found = one.erased[WAY]
    return [100 * value for value in (found.full, *found.removed)]


def _sheet(audit: Audit, methods: list[Audited], lang: str) -> Sheet:
    columns = [say(lang, "audit.method"), *(percent(lang, one, 0) for one in (0.0, *audit.shares))]
    rows: list[list[Cell]] = [
        [text(one.method), *(share(lang, value) for value in (one.erased[WAY].full, *one.erased[WAY].removed))]
        for one in methods
    ]
    return Sheet(say(lang, "audit-curves.title"), columns, rows)
