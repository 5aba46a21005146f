"""Checks of weights: they sum to one, over what is looked at, once."""

from torch import Tensor

from regard.doctor.adapters.documents import SENTENCES, OfDocuments
from regard.doctor.checks.equal_values import moved_by_keys
from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.subject import Subject
from regard.doctor.trace.seen import Mix, Normalised
from regard.doctor.trace.trace import Trace
from regard.doctor.wording.said import Said
from regard.doctor.wording.sentences import found, part, unknown

ALIKE = 1e-4
"""Sums that differ by less were multiplied by one number."""
NONE_SEEN = unknown("no mixing")


def rows_do_not_sum_to_one(subject: Subject) -> Finding | NotChecked | None:
    """Each query shares out exactly one."""
    seen = False
    for length in (None, subject.short) if subject.layout.knows_padding else (None,):
        _, trace = subject.traced(length)
        mixes = _mixes(subject, trace)
        seen = seen or bool(mixes)
        for mix in mixes:
            sums = _sums(subject, mix, length)
            wrong = sums[_wrong(sums)]
            if len(wrong) and (length or _other_size(mix, trace) is None):
                explains = ("mask-inverted",) if bool((mix.weights < 0).any()) else ()
                return found("sums", mix.where, explains=explains, instead=_repair(mix, sums), sums=_range(sums))
    return None if seen else _of_equal_values(subject)


def _of_equal_values(subject: Subject) -> Finding | NotChecked | None:
    """Where no weights are seen, whether values that are all the same come out as they are, whatever the keys."""
    moved = moved_by_keys(subject)
    if moved is None:
        return NONE_SEEN
    return found("equal values", severity="warning", moved=moved) if moved else None


def softmax_wrong_dimension(subject: Subject) -> Finding | NotChecked | None:
    """The softmax is over what is then summed over."""
    _, trace = subject.traced()
    mixes = _mixes(subject, trace)
    if not mixes:
        return NONE_SEEN
    for mix in mixes:
        sums = _sums(subject, mix, None)
        size = _other_size(mix, trace)
        if _wrong(sums).any() and size is not None:
            made = trace.softmaxes[mix.mark.normalised].where if mix.mark.normalised >= 0 else mix.where
            return found("dimension", made, size=size, keys=mix.weights.shape[-1], sums=_range(sums))
    return None


def softmax_twice(subject: Subject) -> Finding | NotChecked | None:
    """Weights are not scores."""
    _, trace = subject.traced()
    if not trace.softmaxes:
        return unknown("no softmax")
    for one in trace.softmaxes:
        if one.mark.kind == "softmax" or (one.scores is not None and _already(one)):
            spread = float(one.weights.max() / one.weights.min().clamp_min(1e-12))
            return found("twice", one.where, spread=spread)
    return None


def _already(one: Normalised) -> bool:
    """Whether scores were weights, whatever made them so."""
    scores = one.scores
    if scores is None or scores.ndim < 2 or scores.shape[-1] < 3:
        return False
    finite = bool((scores >= 0).all()) and bool((scores <= 1).all())
    return finite and bool(((scores.sum(-1) - 1).abs() < 1e-4).all())


def _mixes(subject: Subject, trace: Trace) -> list[Mix]:
    """Mixes by a softmax, and mixes over tokens by what should have been one."""
    over_tokens = {id(mix) for mix in subject.over_tokens(trace)}
    if isinstance(subject.module, OfDocuments):
        over_tokens |= {id(mix) for mix in trace.mixes if mix.weights.shape[-1] == SENTENCES}
    return [mix for mix in trace.mixes if mix.mark.kind == "softmax" or (id(mix) in over_tokens and _are_vectors(mix))]


def _are_vectors(mix: Mix) -> bool:
    """Whether what is mixed are vectors; logarithms are also summed with numbers, in an entropy for instance."""
    return mix.values.ndim > 1 and (mix.mark.kind != "log" or bool((mix.values < 0).any()))


def _sums(subject: Subject, mix: Mix, length: int | None) -> Tensor:
    weights = mix.weights
    square = weights.ndim > 2 and weights.shape[-1] == weights.shape[-2]
    if length is not None and square and weights.shape[-1] >= subject.n:
        weights = subject.without_padding(weights, -2, length)
    sums = weights.sum(-1).reshape(-1)
    return sums[~sums.isnan()]


def _range(sums: Tensor) -> Said:
    """From which to which number sums go; one number where they are all alike."""
    least, most = float(sums.min()), float(sums.max())
    alike = f"{least:.3g}" == f"{most:.3g}"
    return part("one number", least=least) if alike else part("numbers", least=least, most=most)


def _repair(mix: Mix, sums: Tensor) -> str:
    """The name of the remedy for weights that do not sum to one, by what made them."""
    if mix.mark.kind in ("sigmoid", "exp", "log"):
        return mix.mark.kind
    if mix.mark.kind in ("product", "relu"):
        return "raw"
    return "scaled after" if float(sums.max() - sums.min()) < ALIKE else "masked after"


def _wrong(sums: Tensor) -> Tensor:
    return ((sums - 1).abs() > 1e-3) & (sums.abs() > 1e-6)


def _other_size(mix: Mix, trace: Trace) -> int | None:
    """The size of a dimension, not the last, over which weights sum to one; 1 where a softmax made nothing but ones."""
    weights = mix.weights
    for dim in range(weights.ndim - 1):
        sums = weights.sum(dim)
        sums = sums[~sums.isnan()]
        if sums.numel() and bool(((sums - 1).abs() < 1e-3).all()):
            return weights.shape[dim]
    made = trace.softmaxes[mix.mark.normalised].weights if mix.mark.normalised >= 0 else None
    return 1 if made is not None and 1 in made.shape and bool((made == 1).all()) else None
