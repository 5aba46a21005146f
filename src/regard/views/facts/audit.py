"""What views read off an audit: its tables."""

import math

from regard.findings.audit import Audit, Audited, Figure
from regard.views.facts.cells import Cell, Sheet, figure, share, text
from regard.views.facts.known import part_name
from regard.views.wording.numbers import DASH, number, percent, signed
from regard.views.wording.words import say

RANDOM = "random"
PARTS = 6
"""Parts of a test set that have a column of their own, with the precision at g; more are left to the JSON."""


def tried(audit: Audit) -> list[Audited]:
    """The methods that the model allows."""
    return [one for one in audit.methods if not one.why]


def faithful_sheet(audit: Audit, way: str, lang: str) -> Sheet:
    """A row per method: comprehensiveness and sufficiency with intervals, and how far both are beyond random."""
    heads = ["audit.method", "audit.texts"]
    for name in ("audit.comprehensiveness", "audit.sufficiency"):
        heads += [name, "audit.interval", "audit.beyond", "audit.interval"]
    rows: list[list[Cell]] = []
    for one in tried(audit):
        if (found := one.erased.get(way)) is None:
            continue
        row = [text(one.method), figure(lang, found.comprehensiveness.n)]
        pairs = ((found.comprehensiveness, found.beyond), (found.sufficiency, found.beyond_sufficiency))
        for own, beyond in pairs:
            row += [figure(lang, own.value, 2), interval(lang, own)]
            control = one.method == RANDOM
            row += (
                [Cell(DASH, None)] * 2 if control else [_signed(lang, beyond.value), interval(lang, beyond, sign=True)]
            )
        rows.append(row)
    return Sheet(say(lang, f"audit.faithful.{way}"), [say(lang, head) for head in heads], rows)


def needed_sheet(audit: Audit, lang: str) -> Sheet:
    """A row per change of the weights, the model's own first."""
    heads = ["audit.weights", "audit.where", "audit.texts", "audit.accuracy", "audit.interval", "audit.changed"]
    heads += ["audit.interval", "audit.distance"]
    own = audit.accuracy
    nothing = Cell(DASH, None)
    first = [text(say(lang, "audit.change.own")), text(""), figure(lang, own.n), share(lang, own.value)]
    rows = [[*first, shares(lang, own), nothing, nothing, nothing]]
    for one in audit.needed:
        rows.append(
            [
                text(say(lang, f"audit.change.{one.change}")),
                text(say(lang, f"audit.place.{one.where}")),
                figure(lang, one.accuracy.n),
                share(lang, one.accuracy.value),
                shares(lang, one.accuracy),
                share(lang, one.changed.value),
                shares(lang, one.changed),
                figure(lang, one.distance.value, 3),
            ]
        )
    return Sheet(say(lang, "audit.needed.caption"), [say(lang, head) for head in heads], rows, heads=2)


def known_sheet(audit: Audit, lang: str) -> Sheet:
    """A row per method: how well it finds the deciding words."""
    heads = ["audit.method", "audit.texts", "audit.first", "audit.interval", "audit.precision", "audit.interval"]
    heads += ["audit.average", "audit.chance"]
    parts = sorted({name for one in tried(audit) if one.found for name in one.found.slices})
    parts = parts if len(parts) <= PARTS else []
    rows: list[list[Cell]] = []
    for one in tried(audit):
        if (found := one.found) is None:
            continue
        row = [text(one.method), figure(lang, found.first.n)]
        for own in (found.first, found.precision):
            row += [share(lang, own.value), shares(lang, own)]
        row += [share(lang, found.average.value), share(lang, found.chance)]
        rows.append([*row, *(share(lang, found.slices.get(name)) for name in parts)])
    columns = [*(say(lang, head) for head in heads), *(part_name(name, lang) for name in parts)]
    return Sheet(say(lang, "audit.known.caption"), columns, rows)


def stable_sheet(audit: Audit, lang: str) -> Sheet:
    """A row per method: what stays of its first words under shuffled weights, and in runs of other seeds."""
    heads = ["audit.method", "audit.chance"]
    both = bool(audit.others)
    for name in ("audit.shuffled", *(["audit.seeds"] if both else [])):
        heads += [name, "audit.interval", "audit.correlation"]
    rows: list[list[Cell]] = []
    for one in tried(audit):
        if one.randomised is None:
            continue
        row = [text(one.method), share(lang, one.randomised.chance)]
        for alike in (one.randomised, *([one.seeds] if both else [])):
            if alike is None:
                row += [Cell(DASH, None)] * 3
            else:
                row += [share(lang, alike.overlap.value), shares(lang, alike.overlap)]
                row += [figure(lang, alike.correlation, 2)]
        rows.append(row)
    return Sheet(say(lang, "audit.stable.caption"), [say(lang, head) for head in heads], rows)


def sheets(audit: Audit, lang: str) -> list[Sheet]:
    """All tables that have a row."""
    ways = [faithful_sheet(audit, way, lang) for way in audit.drops]
    others = [needed_sheet(audit, lang)] if audit.needed else []
    return [sheet for sheet in (*ways, *others, known_sheet(audit, lang), stable_sheet(audit, lang)) if sheet.rows]


def interval(lang: str, found: Figure, *, sign: bool = False) -> Cell:
    """The ends of an interval, as numbers."""
    if not all(math.isfinite(end) for end in found.interval):
        return Cell(DASH, None)
    write = signed if sign else number
    low, high = (write(lang, end, 2) for end in found.interval)
    return Cell(say(lang, "from-to", low=low, high=high), None)


def shares(lang: str, found: Figure) -> Cell:
    """The ends of an interval of shares, in per cent."""
    low, high = found.interval
    return Cell(say(lang, "from-to", low=number(lang, 100 * low, 1), high=percent(lang, high)), None)


def _signed(lang: str, value: float) -> Cell:
    return Cell(signed(lang, value, 2), value)
