"""How much padding does: by how much it moves the result, and how much attention it gets."""

from torch import Tensor

from regard.doctor.inputs.layout import Case
from regard.doctor.running import SMALL, CannotRun, apart
from regard.doctor.subject import Subject
from regard.doctor.trace.seen import Mix

MASS = 1e-8
"""The least share of a query's attention that is no rounding: what is hidden gets exactly none."""


def mass_on_padding(subject: Subject, mix: Mix) -> float | None:
    """The largest share of attention that a word gives to padding."""
    hidden = shares_on_padding(subject, mix)
    return None if hidden is None else float(hidden.max())


def shares_on_padding(subject: Subject, mix: Mix) -> Tensor | None:
    """What each word gives of its attention to padding."""
    weights = mix.weights[..., : mix.weights.shape[-1] - mix.after]
    hidden = list(subject.padded_places(weights.shape[-1], subject.short))
    alone = subject.layout.streams == 1 or subject.m != subject.n
    if alone and weights.ndim > 2 and weights.shape[-2] == weights.shape[-1]:
        weights = subject.without_padding(weights, -2, subject.short)
    shares = weights[..., hidden].abs().sum(-1) / weights.abs().sum(-1).clamp_min(1e-12)
    shares = shares[~shares.isnan()]
    return shares if shares.numel() else None


def by_content(subject: Subject) -> float:
    """By how much other contents of the padding move the result."""
    return subject.once(_by_content)


def by_amount(subject: Subject) -> float | None:
    """By how much padding moves the result from that of the words alone."""
    return subject.once(_by_amount)


def _by_content(subject: Subject) -> float:
    if subject.layout.pad is not None:
        return 0.0
    case = subject.case(subject.short)
    other = with_other_padding(subject, case)
    one, two = (subject.real(subject.result(each), subject.short) for each in (case, other))
    return max(apart(one, two), _content_in_company(subject, case))


def _content_in_company(subject: Subject, case: Case) -> float:
    """The same beside a row without padding, for a mask that is laid on the wrong rows."""
    if subject.layout.mask is None or "b" not in subject.layout.mask.form:
        return 0.0
    case = subject.layout.in_company(case)
    other = with_other_padding(subject, case)
    try:
        one, two = (subject.real(subject.result(each)[:-1], subject.short) for each in (case, other))
    except CannotRun:
        return 0.0
    return apart(one, two)


def with_other_padding(subject: Subject, case: Case) -> Case:
    """The case with other contents of the padding of its first rows."""
    return subject.layout.changed(case, range(subject.rows), subject.layout.padding(subject.short, subject.n))


def moves(subject: Subject) -> bool:
    """Whether padding moves the result at all."""
    return max(by_content(subject), by_amount(subject) or 0.0) >= SMALL


def _by_amount(subject: Subject) -> float | None:
    case = subject.case(subject.short)
    alone = subject.case(n=subject.short, m=case.m)
    start = subject.layout.words(subject.short, subject.n).start
    for argument in subject.layout.of("vectors", "ids", "state", "word", "fixed"):
        whole = case.tensors[argument.name]
        dim = 2 if argument.heads else 0 if subject.layout.sequence_first and argument.role != "fixed" else 1
        if argument.role in ("state", "word") or (not argument.keys and subject.layout.streams > 1):
            alone.tensors[argument.name] = whole
        elif argument.role != "fixed" or (argument.form == "bn" and whole.shape[1] == subject.n):
            alone.tensors[argument.name] = whole.narrow(dim, start, subject.short)
    try:
        result = subject.result(case)
        return apart(subject.real(result, subject.short), subject.result(alone))
    except CannotRun:
        return None
