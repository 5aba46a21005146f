"""The check of rows without words: they give a result, not NaN."""

from regard.doctor.checks.padding import UNKNOWN
from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.running import CannotRun
from regard.doctor.subject import Subject
from regard.doctor.trace.trace import Trace
from regard.doctor.wording.sentences import found, part, unknown


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
