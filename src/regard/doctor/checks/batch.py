"""Checks of a module as a function: the same input gives the same result, rows do not meet, no row gives NaN."""

from contextlib import suppress

from torch import Tensor

from regard.doctor.adapters.adapted import own_name
from regard.doctor.checks.left_out import written
from regard.doctor.checks.padding import UNKNOWN
from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.effects import by_content
from regard.doctor.sources import made_at
from regard.doctor.subject import SMALL, CannotRun, Subject, apart
from regard.doctor.trace.trace import DRAWS, DROPS, Trace
from regard.doctor.wording.sentences import found, part, unknown

OVER_ROWS = ("dead-parameter", "positions-unused", "mask-inverted")
"""What else is seen of attention that goes over the rows of a batch."""

BY_CALLS = ("padding-changes-result", "mean-over-padding", "batch-rows-interact")
"""What is seen by comparing two calls, which differ already where something is kept between them."""


def dropout_in_eval(subject: Subject) -> Finding | NotChecked | None:
    """In evaluation nothing is dropped."""
    _, trace = subject.traced()
    for call in trace.named(*DROPS):
        options = call.given[-1]
        share = call.given[1] if len(call.given) > 2 else options.get("p", 0.5)
        active = call.given[2] if len(call.given) > 3 else options.get("training", True)
        if active and share:
            return found("dropout", call.where, share=float(share), moved=_by_chance(subject))
    return None


def nondeterministic(subject: Subject) -> Finding | NotChecked | None:
    """The same input gives the same result."""
    _, trace = subject.traced()
    dropped = isinstance(dropout_in_eval(subject), Finding)
    same = apart(subject.result(subject.case()), subject.result(subject.case()))
    if same > SMALL:
        kept = sorted(written(subject))
        names = part("such as", name=own_name(subject.module, kept[0])) if kept else part("nothing")
        where = made_at(subject.module, kept[0]) if kept else ""
        return found("state", where, explains=BY_CALLS, moved=same, names=names)
    chance = _by_chance(subject)
    draws = [call for call in trace.calls if call.name in DRAWS]
    if chance <= SMALL or (dropped and not draws):
        return None
    return found("chance", draws[0].where if draws else "", moved=chance)


def _by_chance(subject: Subject) -> float:
    case = subject.case()
    return apart(subject.result(case, seed=0), subject.result(case, seed=1))


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
        return found("rows turned", moved=turned) if turned > SMALL and _by_chance(subject) < SMALL else None
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


def nan_on_empty(subject: Subject) -> Finding | NotChecked | None:
    """A row without words gives a result."""
    if not subject.layout.knows_padding:
        return UNKNOWN
    lengths = [subject.n, *[0] * (subject.rows - 1)]
    trace = Trace()
    try:
        result = subject.result(subject.layout.case(lengths, subject.n), trace=trace)
    except CannotRun as problem:
        return unknown("refuses empty", problem=problem)
    broken = int(result.isnan().reshape(len(lengths), -1).any(1).sum()) if result.shape[0] == len(lengths) else 0
    if not broken and not result.isnan().any():
        return None
    mask = subject.layout.mask
    if mask is not None and mask.hidden == -float("inf"):
        return unknown("given -inf")
    if _is_torchs(trace):
        trace = Trace()
        trace.heals = True
        if not subject.result(subject.layout.case(lengths, subject.n), trace=trace).isnan().any() or _is_torchs(trace):
            return unknown("torch's NaN")
    where = trace.nan.where if trace.nan is not None else ""
    return found("empty", where, severity="warning", broken=broken or part("some"), rows=len(lengths))


def _is_torchs(trace: Trace) -> bool:
    """Whether the first NaN was made by torch's own attention."""
    return trace.nan is not None and (not trace.nan.own or trace.nan.name == "multi_head_attention_forward")
