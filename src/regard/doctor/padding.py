"""Checks of padding: it must neither be looked at, nor counted, nor change anything."""

from torch import Tensor

from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.meaning import hides
from regard.doctor.subject import SMALL, CannotRun, Subject, apart
from regard.doctor.trace import Mix, Trace

UNKNOWN = NotChecked("it takes neither a mask nor lengths, and no token stands for padding.")
MASS = 1e-4
"""The least share of a query's attention that is worth a word."""


def padding_changes_result(subject: Subject) -> Finding | NotChecked | None:
    """What stands in the padding, and how much of it there is, must not matter."""
    if not subject.layout.knows_padding:
        return UNKNOWN
    content, amount = _content(subject), _amount(subject)
    if content < SMALL and (amount is None or amount < SMALL):
        return None
    where = _first_place(subject)
    if content >= SMALL:
        return Finding(
            f"other contents in {subject.n - subject.short} places of padding move the result by {content:.2g} of its "
            "size.",
            "hide padding wherever tokens meet: set scores of padded keys to -inf before softmax, and leave "
            "padding out of every mean and sum.",
            where,
        )
    return Finding(
        f"the same words give another result beside {subject.n - subject.short} places of padding than alone: it "
        f"moves by {amount:.2g} of its size, though what stands in the padding does not matter.",
        "let nothing depend on the padded length: divide by the number of words, and count positions over words only.",
        where,
    )


def padding_gets_weight(subject: Subject) -> Finding | NotChecked | None:
    """A token that is hidden has weight zero."""
    if not subject.layout.knows_padding:
        return UNKNOWN
    _, trace = subject.traced(subject.short)
    masses = [(share, mix) for mix in subject.attentions(trace) if (share := mass_on_padding(subject, mix)) is not None]
    if not masses:
        return NotChecked("no softmax over the tokens was seen.")
    share, mix = max(masses, key=lambda each: each[0])
    if share < MASS:
        return None
    return Finding(
        f"up to {share:.1%} of a word's attention is on padding ({subject.n - subject.short} of {subject.n} places).",
        "give the mask to this softmax: scores.masked_fill(~mask, float('-inf')), where the mask is True for words.",
        mix.where,
    )


def mean_over_padding(subject: Subject) -> Finding | NotChecked | None:
    """A mean of words divides by the number of words."""
    if not subject.layout.knows_padding:
        return UNKNOWN
    amount = _amount(subject)
    if amount is None:
        return NotChecked("it does not run on inputs of another length.")
    result, trace = subject.traced(subject.short)
    if subject.extra(result) is not None:
        return None
    place = _mean(subject, trace)
    if place is None or max(amount, _content(subject)) < SMALL:
        return None
    return Finding(
        f"a mean over all {subject.n} places, {subject.n - subject.short} of them padding, moves the result by "
        f"{max(amount, 0.0):.2g} of its size from that of the {subject.short} words alone.",
        "sum over words only and divide by their number: (x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True).",
        place,
    )


def mask_inverted(subject: Subject) -> Finding | NotChecked | None:
    """What is hidden is the padding, not the words; the future, not the past."""
    upward = _upward(subject)
    if upward is not None:
        return Finding(
            f"each token looks only at itself and at what comes later: {upward[1]:.0%} of the attention goes forward.",
            "hide the other triangle: keep torch.tril(ones), fill where it is zero.",
            upward[0].where,
        )
    if not subject.layout.knows_padding:
        return UNKNOWN if subject.layout.streams == 1 and not _hides_something(subject) else None
    _, trace = subject.traced(subject.short)
    turned = subject.layout.mask is not None and not hides(subject) and hides(subject, flipped=True)
    for mix in subject.attentions(trace):
        share = mass_on_padding(subject, mix)
        if share is not None and share > 1 - MASS and _least_on_padding(subject, mix) > 1 - MASS:
            return Finding(
                f"all attention, {share:.0%}, falls on padding and none on words.",
                "turn the mask round: fill the scores with -inf where there is padding.",
                mix.where,
            )
    if turned:
        return Finding(
            "what the mask hides changes the result, and what it shows does not.",
            "turn the mask round: fill the scores with -inf where there is padding.",
            _first_place(subject),
        )
    return None


def mass_on_padding(subject: Subject, mix: Mix) -> float | None:
    """The largest share of attention that a word gives to padding."""
    hidden = _shares(subject, mix)
    return None if hidden is None else float(hidden.max())


def _least_on_padding(subject: Subject, mix: Mix) -> float:
    hidden = _shares(subject, mix)
    return 0.0 if hidden is None else float(hidden.min())


def _shares(subject: Subject, mix: Mix) -> Tensor | None:
    weights, extra = mix.weights, mix.weights.shape[-1] - subject.n
    if subject.layout.streams == 1 and weights.ndim > 2 and weights.shape[-2] == weights.shape[-1]:
        weights = weights[..., : subject.short + extra, :]
    shares = weights[..., subject.short + extra :].abs().sum(-1)
    shares = shares[~shares.isnan()]
    return shares if shares.numel() else None


def _content(subject: Subject) -> float:
    """By how much other contents of the padding move the result."""
    if subject.layout.pad is not None:
        return 0.0
    case = subject.case(subject.short)
    other = subject.layout.changed(case, range(subject.rows), range(subject.short, subject.n))
    one, two = (subject.real(subject.result(each), subject.short) for each in (case, other))
    return apart(one, two)


def _amount(subject: Subject) -> float | None:
    """By how much padding moves the result from that of the words alone."""
    case = subject.case(subject.short)
    alone = subject.case(n=subject.short, m=case.m)
    first = subject.layout.sequence_first
    for argument in subject.layout.of("vectors", "ids", "state"):
        whole = case.tensors[argument.name]
        if argument.role == "state" or (not argument.keys and subject.layout.streams > 1):
            alone.tensors[argument.name] = whole
        else:
            alone.tensors[argument.name] = whole[: subject.short] if first else whole[:, : subject.short]
    try:
        result = subject.result(case)
        return apart(subject.real(result, subject.short), subject.result(alone))
    except CannotRun:
        return None


def _mean(subject: Subject, trace: Trace) -> str | None:
    for call in trace.named("mean", "nanmean", "avg_pool1d", "adaptive_avg_pool1d"):
        given = call.given[0]
        gone = set(given.shape) - set(call.out.shape)
        if given.ndim > 1 and gone & {subject.n, subject.n + 1}:
            return call.where
    for call in trace.named("divided by"):
        if call.given[1] in (subject.n, subject.n + 1):
            return call.where
    return None


def _first_place(subject: Subject) -> str:
    _, trace = subject.traced(subject.short)
    heavy = [mix for mix in subject.attentions(trace) if (mass_on_padding(subject, mix) or 0) >= MASS]
    return heavy[0].where if heavy else _mean(subject, trace) or ""


def _hides_something(subject: Subject) -> bool:
    _, trace = subject.traced()
    return any((mix.weights < 1e-9).any() for mix in subject.attentions(trace))


def _upward(subject: Subject) -> tuple[Mix, float] | None:
    from regard.doctor.order import squares

    for mix, seen in squares(subject):
        below, above = seen.tril(-1), seen.triu(1)
        if not below.any() and bool(above[0, 1:].all()):
            return mix, float(mix.weights.nan_to_num().triu(1).sum() / mix.weights.nan_to_num().sum())
    return None
