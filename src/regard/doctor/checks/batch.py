"""The check of batches: rows do not meet."""

from contextlib import suppress

from torch import Tensor

from regard.doctor.checks.chance import by_chance
from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.effects import by_content
from regard.doctor.running import SMALL, CannotRun, apart
from regard.doctor.subject import Subject
from regard.doctor.trace.trace import Trace
from regard.doctor.wording.sentences import found, unknown

OVER_ROWS = ("dead-parameter", "positions-unused", "mask-inverted")
"""What else is seen of attention that goes over the rows of a batch."""


def batch_rows_interact(subject: Subject) -> Finding | NotChecked | None:
    """A row's result does not depend on the other rows, nor on which row it is."""
    case = subject.case()
    base = subject.result(case)
    if base.ndim == 0 or base.shape[0] != subject.rows:
        return unknown("no rows")
    layout = subject.layout
    across = _across_rows(subject)
    if across:
        return found("over rows", across, explains=OVER_ROWS, rows=subject.rows, n=subject.n)
    far = _by_lengths(subject, base) if layout.knows_padding else 0.0
    for row in (0, 1):
        other = layout.changed(case, [row], range(case.n))
        if layout.streams > 1:
            other = layout.changed(other, [row], range(case.m), keys=False)
        other = layout.asked_otherwise(other, row)
        kept = [each for each in range(subject.rows) if each != row]
        far = max(far, apart(base[kept], subject.result(other)[kept]))
    if far < SMALL:
        turned = apart(subject.result(layout.turned(case)).flip(0), base)
        return found("rows turned", moved=turned) if turned > SMALL and by_chance(subject) < SMALL else None
    inert = layout.knows_padding and layout.pad is None and by_content(subject) < SMALL
    explains = ("padding-changes-result",) if inert else ()
    return found("rows", _over_batch(subject), explains=explains, moved=far)


def _by_lengths(subject: Subject, base: Tensor) -> float:
    """By how much the first row moves when others are shorter, or longer and of other contents."""
    n, short, more, m = subject.n, subject.short, subject.rows - 1, subject.case().m
    far = 0.0
    with suppress(CannotRun):
        far = apart(base[:1], subject.result(subject.layout.case([n, *[short] * more], n, m))[:1])
    with suppress(CannotRun):
        mixed = subject.layout.case([short, *[n] * more], n, m)
        other = subject.layout.changed(mixed, range(1, subject.rows), range(n))
        far = max(far, apart(*(subject.real(subject.result(case), short)[:1] for case in (mixed, other))))
    return far


def _across_rows(subject: Subject) -> str:
    """The line of an attention over the rows of the batch: it has as many keys as there are rows, however many."""
    _, trace = subject.traced()
    if _keys_of(trace) != {subject.rows} or subject.rows == subject.n:
        return ""
    try:
        more = subject.retraced(subject.case(rows=subject.rows + 1))[1]
    except CannotRun:
        return ""
    if _keys_of(more) != {subject.rows + 1}:
        return ""
    return trace.place_of(trace.mixes[0]) or type(subject.module).__name__


def _keys_of(trace: Trace) -> set[int]:
    return {mix.weights.shape[-1] for mix in trace.mixes}


def _over_batch(subject: Subject) -> str:
    _, trace = subject.traced()
    for one in trace.softmaxes:
        weights: Tensor = one.weights
        if weights.shape[0] == subject.rows and bool(((weights.sum(0) - 1).abs() < 1e-3).all()):
            return one.where
    norms = [call.where for call in trace.named("batch_norm") if call.own]
    return norms[0] if norms else ""
