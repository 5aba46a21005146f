"""What views read off an audit: its tables."""

import math

from regard.findings.audit import Audit, Audited, Figure
from regard.views.facts.cells import Cell, Sheet, figure, share, text
from regard.views.facts.known import part_name
from regard.views.wording.numbers import DASH, number, percent, points, signed
from regard.views.wording.words import say

RANDOM = "random"
NOTHING = Cell(DASH, None)
PARTS = 6
"""Parts of a test set that have a column of their own, with the precision at g; more are left to the JSON."""


def tried(audit: Audit) -> list[Audited]:
    """The methods that the model allows."""
    return [one for one in audit.methods if not one.why]


def faithful_sheet(audit: Audit, way: str, lang: str) -> Sheet:
    """A row per method: comprehensiveness and sufficiency with intervals, and how far both are beyond random."""
    heads = [say(lang, "audit.method"), say(lang, "audit.texts")]
    for name in ("audit.comprehensiveness", "audit.sufficiency"):
        heads += [_with(lang, name), _with(lang, "audit.beyond")]
    rows: list[list[Cell]] = []
    for one in tried(audit):
        if (found := one.erased.get(way)) is None:
            continue
        row = [text(one.method), figure(lang, found.comprehensiveness.n)]
        pairs = ((found.comprehensiveness, found.beyond), (found.sufficiency, found.beyond_sufficiency))
        for own, beyond in pairs:
            row += [ranged(lang, own), NOTHING if one.method == RANDOM else ranged(lang, beyond, sign=True)]
        rows.append(row)
    return Sheet(say(lang, f"audit.faithful.{way}"), heads, rows)


def needed_sheet(audit: Audit, lang: str) -> Sheet:
    """A row per change of the weights, the model's own first."""
    heads = [say(lang, name) for name in ("audit.weights", "audit.where", "audit.texts")]
    heads += [_with(lang, name) for name in ("audit.accuracy", "difference", "audit.changed")]
    own = audit.accuracy
    first = [text(say(lang, "audit.change.own")), text(""), figure(lang, own.n), shared(lang, own)]
    rows = [[*first, NOTHING, NOTHING, NOTHING]]
    for one in audit.needed:
        apart = signed(lang, 100 * one.difference.value)
        low, high = one.difference.interval
        around = f" ({points(lang, (low, high))})" if math.isfinite(low) and math.isfinite(high) else ""
        rows.append(
            [
                text(say(lang, f"audit.change.{one.change}")),
                text(say(lang, f"audit.place.{one.where}")),
                figure(lang, one.accuracy.n),
                shared(lang, one.accuracy),
                Cell(apart + around, 100 * one.difference.value),
                shared(lang, one.changed),
                figure(lang, one.distance.value, 3),
            ]
        )
    return Sheet(say(lang, "audit.needed.caption"), [*heads, say(lang, "audit.distance")], rows, heads=2)


def known_sheet(audit: Audit, lang: str) -> Sheet:
    """A row per method: how well it finds the deciding words."""
    parts = sorted({name for one in tried(audit) if one.found for name in one.found.slices})
    parts = parts if len(parts) <= PARTS else []
    rows: list[list[Cell]] = []
    for one in tried(audit):
        if (found := one.found) is None:
            continue
        row = [text(one.method), figure(lang, found.first.n), shared(lang, found.first), shared(lang, found.precision)]
        row += [share(lang, found.average.value), share(lang, found.chance)]
        rows.append([*row, *(share(lang, found.slices.get(name)) for name in parts)])
    columns = [say(lang, "audit.method"), say(lang, "audit.texts")]
    columns += [_with(lang, name) for name in ("audit.first", "audit.precision")]
    columns += [say(lang, "audit.average"), say(lang, "audit.chance"), *(part_name(name, lang) for name in parts)]
    return Sheet(say(lang, "audit.known.caption"), columns, rows)


def stable_sheet(audit: Audit, lang: str) -> Sheet:
    """A row per method: what stays of its first words under shuffled weights, and in runs of other seeds."""
    heads = [say(lang, "audit.method"), say(lang, "audit.chance")]
    both = bool(audit.others)
    for name in ("audit.shuffled", *(["audit.seeds"] if both else [])):
        heads += [_with(lang, name), say(lang, "audit.correlation")]
    rows: list[list[Cell]] = []
    for one in tried(audit):
        if one.randomised is None:
            continue
        row = [text(one.method), share(lang, one.randomised.chance)]
        for alike in (one.randomised, *([one.seeds] if both else [])):
            if alike is None:
                row += [NOTHING] * 2
            else:
                row += [shared(lang, alike.overlap), figure(lang, alike.correlation, 2)]
        rows.append(row)
    return Sheet(say(lang, "audit.stable.caption"), heads, rows)


def sheets(audit: Audit, lang: str) -> list[Sheet]:
    """All tables that have a row."""
    ways = [faithful_sheet(audit, way, lang) for way in audit.drops]
    others = [needed_sheet(audit, lang)] if audit.needed else []
    return [sheet for sheet in (*ways, *others, known_sheet(audit, lang), stable_sheet(audit, lang)) if sheet.rows]


def ranged(lang: str, found: Figure, *, sign: bool = False) -> Cell:
    """A number and, where it is known, its interval."""
    write = signed if sign else number
    return _ranged(found, write(lang, found.value, 2), [write(lang, end, 2) for end in found.interval], lang)


def shared(lang: str, found: Figure) -> Cell:
    """A share and its interval, in per cent."""
    low, high = found.interval
    return _ranged(found, percent(lang, found.value), [number(lang, 100 * low, 1), percent(lang, high)], lang)


def _ranged(found: Figure, value: str, ends: list[str], lang: str) -> Cell:
    if not all(math.isfinite(end) for end in (found.value, *found.interval)):
        return Cell(value, found.value if math.isfinite(found.value) else None)
    return Cell(f"{value} ({say(lang, 'from-to', low=ends[0], high=ends[1])})", found.value)


def _with(lang: str, name: str) -> str:
    """The name of a column whose figures have their interval behind them."""
    return say(lang, "audit.with", name=say(lang, name))
