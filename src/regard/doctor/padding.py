"""Checks of padding: it must neither be looked at, nor counted, nor change anything."""

from dataclasses import replace

import torch
from torch import Tensor

from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.documents import beside_an_empty_sentence
from regard.doctor.inputs import Case
from regard.doctor.seen import Mix
from regard.doctor.subject import SMALL, CannotRun, Subject, apart
from regard.doctor.trace import Trace
from regard.doctor.wording.sentences import found, unknown

UNKNOWN = unknown("no padding")
BAG = (
    *("input", "weight", "offsets", "max_norm", "norm_type", "scale_grad_by_freq", "mode", "sparse"),
    *("per_sample_weights", "include_last_offset", "padding_idx"),
)
"""The arguments of torch's embedding_bag, in their order."""
MASS = 1e-8
"""The least share of a query's attention that is no rounding: what is hidden gets exactly none."""


def padding_changes_result(subject: Subject) -> Finding | NotChecked | None:
    """What stands in the padding, and how much of it there is, must not matter."""
    if not subject.layout.knows_padding:
        return UNKNOWN
    content, amount = by_content(subject), by_amount(subject)
    if content < SMALL and (amount is None or amount < SMALL):
        moved = _by_sentences(subject)
        return None if moved < SMALL else found("empty sentence", moved=moved)
    where = first_place(subject)
    if content >= SMALL:
        return found("padding contents", where, places=subject.n - subject.short, moved=content)
    return found("padding amount", where, places=subject.n - subject.short, moved=amount)


def padding_gets_weight(subject: Subject) -> Finding | NotChecked | None:
    """A token that is hidden has weight zero."""
    if not subject.layout.knows_padding:
        return UNKNOWN
    _, trace = subject.traced(subject.short)
    seen = [mix for mix in subject.attentions(trace) if not mix.unmixed or _moves(subject)]
    masses = [(share, mix) for mix in seen if (share := mass_on_padding(subject, mix)) is not None]
    if not masses:
        return unknown("no softmax over tokens")
    share, mix = max(masses, key=lambda each: each[0])
    if share < MASS:
        return None
    return found(
        "padding weight", trace.place_of(mix), share=100 * share, places=subject.n - subject.short, n=subject.n
    )


def mean_over_padding(subject: Subject) -> Finding | NotChecked | None:
    """A mean of words divides by the number of words."""
    if not subject.layout.knows_padding:
        return UNKNOWN
    amount = by_amount(subject)
    if amount is None:
        return unknown("other length")
    result, trace = subject.traced(subject.short)
    if subject.extra(result) is not None:
        return None
    place = _mean(subject, trace)
    if place is None or max(amount, by_content(subject)) < SMALL:
        return None
    places = subject.n - subject.short
    return found("mean", place, n=subject.n, places=places, moved=max(amount, 0.0), short=subject.short)


def mass_on_padding(subject: Subject, mix: Mix) -> float | None:
    """The largest share of attention that a word gives to padding."""
    hidden = shares_on_padding(subject, mix)
    return None if hidden is None else float(hidden.max())


def shares_on_padding(subject: Subject, mix: Mix) -> Tensor | None:
    """What each word gives of its attention to padding."""
    weights = mix.weights[..., : mix.weights.shape[-1] - mix.after]
    extra = weights.shape[-1] - subject.n
    front = min(subject.in_front, extra) if extra > 0 else 0
    start, end = front + subject.short, front + subject.n
    alone = subject.layout.streams == 1 or subject.m != subject.n
    if alone and weights.ndim > 2 and weights.shape[-2] == weights.shape[-1]:
        weights = torch.cat([weights[..., :start, :], weights[..., end:, :]], -2)
    shares = weights[..., start:end].abs().sum(-1) / weights.abs().sum(-1).clamp_min(1e-12)
    shares = shares[~shares.isnan()]
    return shares if shares.numel() else None


def by_content(subject: Subject) -> float:
    """By how much other contents of the padding move the result."""
    if subject.layout.pad is not None:
        return 0.0
    case = subject.case(subject.short)
    other = subject.layout.changed(case, range(subject.rows), range(subject.short, subject.n))
    one, two = (subject.real(subject.result(each), subject.short) for each in (case, other))
    return max(apart(one, two), _content_in_company(subject, case))


def _content_in_company(subject: Subject, case: Case) -> float:
    """The same beside a row without padding, for a mask that is laid on the wrong rows."""
    if subject.layout.mask is None or "b" not in subject.layout.mask.form:
        return 0.0
    case = subject.layout.in_company(case)
    other = subject.layout.changed(case, range(subject.rows), range(subject.short, subject.n))
    try:
        one, two = (subject.result(each) for each in (case, other))
    except CannotRun:
        return 0.0
    same = subject.extra(one[:-1])
    return apart(*(each[:-1] if same is None else each[:-1, : subject.short + same] for each in (one, two)))


def _moves(subject: Subject) -> bool:
    return max(by_content(subject), by_amount(subject) or 0.0) >= SMALL


def by_amount(subject: Subject) -> float | None:
    """By how much padding moves the result from that of the words alone."""
    case = subject.case(subject.short)
    alone = subject.case(n=subject.short, m=case.m)
    first = subject.layout.sequence_first
    for argument in subject.layout.of("vectors", "ids", "state", "word"):
        whole = case.tensors[argument.name]
        if argument.role in ("state", "word") or (not argument.keys and subject.layout.streams > 1):
            alone.tensors[argument.name] = whole
        else:
            dim = 2 if argument.heads else 0 if first else 1
            alone.tensors[argument.name] = whole.narrow(dim, 0, subject.short)
    try:
        result = subject.result(case)
        return apart(subject.real(result, subject.short), subject.result(alone))
    except CannotRun:
        return None


def _by_sentences(subject: Subject) -> float:
    """By how much a sentence without words, behind the others of each document, moves what is said of the document."""
    other = beside_an_empty_sentence(subject.module, subject.layout)
    if other is None:
        return 0.0
    case = subject.case()
    try:
        one, two = subject.result(case), replace(subject, module=other, _traces={}).result(case)
    except CannotRun:
        return 0.0
    return 0.0 if one.shape != two.shape or two.isnan().any() else apart(one, two)


def _mean(subject: Subject, trace: Trace) -> str | None:
    for call in trace.named("mean", "nanmean", "avg_pool1d", "adaptive_avg_pool1d"):
        given = call.given[0]
        gone = set(given.shape) - set(call.out.shape)
        if given.ndim > 1 and gone & {subject.n, subject.n + 1}:
            return call.where
    for call in trace.named("embedding_bag"):
        given = dict(zip(BAG, call.given[:-1], strict=False)) | call.given[-1]
        if given["input"].ndim == 2 and given.get("mode", "mean") == "mean" and given.get("padding_idx") is None:
            return call.where
    for call in trace.named("divided by"):
        if abs(call.given[1] - subject.n) < 1e-4 or abs(call.given[1] - subject.n - 1) < 1e-4:
            return call.where
    return None


def first_place(subject: Subject) -> str:
    """The line where padding first meets words."""
    _, trace = subject.traced(subject.short)
    heavy = [mix for mix in subject.attentions(trace) if (mass_on_padding(subject, mix) or 0) >= MASS]
    return trace.place_of(heavy[0]) if heavy else _mean(subject, trace) or ""
