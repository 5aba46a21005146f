"""Checks of weights: they sum to one over what is looked at, once, and their scores have the right size."""

import math
from collections.abc import Iterator

import torch
from torch import Tensor

from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.subject import Subject
from regard.doctor.trace import Mix, Normalised, Trace

NONE_SEEN = NotChecked("no weights were seen that mix values.")


def rows_do_not_sum_to_one(subject: Subject) -> Finding | NotChecked | None:
    """Each query shares out exactly one."""
    for length in (None, subject.short) if subject.layout.knows_padding else (None,):
        _, trace = subject.traced(length)
        mixes = _mixes(subject, trace)
        if not mixes:
            return NONE_SEEN
        for mix in mixes:
            sums = _sums(subject, mix, length)
            wrong = sums[_wrong(sums)]
            if len(wrong) and (length or _other_dimension(mix.weights) is None):
                return Finding(
                    f"the weights of a query sum to {float(sums.min()):.3g} to {float(sums.max()):.3g}, not to 1.",
                    "normalise over the keys, last of all: mask scores before the softmax, not weights after it.",
                    mix.where,
                )
    return None


def softmax_wrong_dimension(subject: Subject) -> Finding | NotChecked | None:
    """The softmax is over what is then summed over."""
    _, trace = subject.traced()
    mixes = _mixes(subject, trace)
    if not mixes:
        return NONE_SEEN
    for mix in mixes:
        sums = _sums(subject, mix, None)
        other = _other_dimension(mix.weights)
        if _wrong(sums).any() and other is not None:
            size = mix.weights.shape[other]
            made = trace.softmaxes[mix.mark.normalised].where if mix.mark.normalised >= 0 else mix.where
            return Finding(
                f"the weights sum to one over a dimension of size {size}; the values are summed over another, of size "
                f"{mix.weights.shape[-1]}, where they sum to {float(sums.min()):.3g} to {float(sums.max()):.3g}.",
                "take the softmax over the keys: dim=-1 for scores […, queries, keys], dim=1 for [batch, tokens, 1].",
                made,
            )
    return None


def softmax_twice(subject: Subject) -> Finding | NotChecked | None:
    """Weights are not scores."""
    _, trace = subject.traced()
    if not trace.softmaxes:
        return NotChecked("no softmax was seen.")
    for one in trace.softmaxes:
        if one.mark.kind == "softmax" or (one.scores is not None and _already(one)):
            spread = float(one.weights.max() / one.weights.min().clamp_min(1e-12))
            return Finding(
                f"the softmax is taken of weights that already sum to one: the largest is {spread:.3g} times the "
                f"smallest, and could not exceed e = {math.e:.3g}.",
                "take the softmax once, of the scores.",
                one.where,
            )
    return None


def _already(one: Normalised) -> bool:
    """Whether scores were weights, whatever made them so."""
    scores = one.scores
    if scores is None or scores.ndim < 2 or scores.shape[-1] < 3:
        return False
    finite = bool((scores >= 0).all()) and bool((scores <= 1).all())
    return finite and bool(((scores.sum(-1) - 1).abs() < 1e-4).all())


def scale_missing(subject: Subject) -> Finding | NotChecked | None:
    """Products of queries and keys are divided by the root of their size."""
    return _scale(subject, missing=True)


def scale_wrong(subject: Subject) -> Finding | NotChecked | None:
    """Products are divided by the root of the size of a head and by nothing else."""
    return _scale(subject, missing=False)


def _scale(subject: Subject, *, missing: bool) -> Finding | NotChecked | None:
    _, trace = subject.traced()
    scaled = list(_scaled(trace))
    if not scaled:
        return NotChecked("no products of several queries and keys, apart from their values, were seen.")
    for one in scaled:
        size, factor = one.mark.products[0].size, one.mark.factor
        right = size**-0.5
        if abs(factor / right - 1) < 1e-3 or (abs(factor - 1) < 1e-6) != missing:
            continue
        spread = _spread(one)
        told = "not scaled" if missing else f"multiplied by {factor:.4g}{_named(1 / abs(factor), subject, size)}"
        return Finding(
            f"scores of queries and keys of size {size} are {told}, not divided by √{size} = {size**0.5:.4g}; "
            f"their deviation is {spread:.3g}.",
            "divide the scores by the root of the size of a head: q @ k.transpose(-2, -1) / q.size(-1) ** 0.5.",
            one.where,
        )
    return None


def _named(divisor: float, subject: Subject, size: int) -> str:
    lengths = {subject.n: "the length", subject.n + 1: "the length", subject.rows: "the batch"}
    for value, name in lengths.items():
        if abs(divisor - value**0.5) < 1e-3:
            return f" = 1/√{value}, the root of {name}"
    if abs(divisor - size) < 1e-3:
        return f" = 1/{size}, the size without its root"
    root = round(divisor**2)
    return f" = 1/√{root}" if root > 1 and abs(divisor**2 - root) < 1e-3 else ""


def _spread(one: Normalised) -> float:
    scores = one.scores
    if scores is None:
        return float("nan")
    real = scores[scores > -1e3]
    return float(real.std()) if real.numel() > 1 else 0.0


def _scaled(trace: Trace) -> Iterator[Normalised]:
    """Softmaxes of one product of many queries with keys that are not the values too, with no learned scale."""
    values = {mix.mark.normalised: mix.values for mix in trace.mixes}
    for i, one in enumerate(trace.softmaxes):
        products = one.mark.products
        if len(products) != 1 or one.mark.learned or one.mark.kind == "softmax" or one.weights.shape[-2:][0] < 2:
            continue
        keys, value = products[0].right, values.get(i)
        same = (
            value is not None
            and keys.numel() == value.numel()
            and (_equal(keys, value) or _equal(keys.mT, value) or _equal(products[0].left, value))
        )
        if one.weights.ndim > 2 and not (same and not _equal(products[0].left, products[0].right.mT)):
            yield one


def _equal(one: Tensor, other: Tensor) -> bool:
    return one.shape == other.shape and torch.equal(one, other)


def _mixes(subject: Subject, trace: Trace) -> list[Mix]:
    """Mixes by a softmax, and mixes over tokens by what should have been one."""
    sizes = (subject.n, subject.n + 1)
    return [
        mix
        for mix in trace.mixes
        if mix.mark.kind == "softmax" or (mix.weights.shape[-1] in sizes and mix.values.ndim > 1)
    ]


def _sums(subject: Subject, mix: Mix, length: int | None) -> Tensor:
    weights = mix.weights
    extra = weights.shape[-1] - subject.n
    if length is not None and weights.ndim > 2 and weights.shape[-1] == weights.shape[-2]:
        weights = weights[..., : length + max(extra, 0), :]
    sums = weights.sum(-1).reshape(-1)
    return sums[~sums.isnan()]


def _wrong(sums: Tensor) -> Tensor:
    return ((sums - 1).abs() > 1e-3) & (sums.abs() > 1e-6)


def _other_dimension(weights: Tensor) -> int | None:
    """A dimension, not the last, over which weights sum to one."""
    for dim in range(weights.ndim - 1):
        sums = weights.sum(dim)
        if sums.numel() and bool(((sums - 1).abs() < 1e-3).all()):
            return dim
    return None
