"""Checks of scores: products of queries and keys are divided by the root of the size of a head."""

from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor

from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.marks import Product
from regard.doctor.seen import Normalised
from regard.doctor.signature import is_published
from regard.doctor.subject import Subject
from regard.doctor.trace import Trace
from regard.doctor.wording.said import Said
from regard.doctor.wording.sentences import found, part, unknown

BY_LENGTH = ("padding-changes-result",)
"""What else a scale by the length would show."""


def scale_missing(subject: Subject) -> Finding | NotChecked | None:
    """Products of queries and keys are divided by the root of their size."""
    return _scale(subject, missing=True)


def scale_wrong(subject: Subject) -> Finding | NotChecked | None:
    """Products are divided by the root of the size of a head and by nothing else."""
    return _scale(subject, missing=False)


def _scale(subject: Subject, *, missing: bool) -> Finding | NotChecked | None:
    _, trace = subject.traced()
    scaled = list(_scaled(trace))
    if missing:
        scaled = [one for one in scaled if not _are_likened(trace, one.mark.products[0])]
    else:
        scaled += [one for one in [*_of_one_query(trace), *_of_sums(trace)] if _is_mistaken(one, subject)]
        learned = [one for one in trace.softmaxes if not one.mark.products and _is_root_of_length(one, subject)]
        if learned:
            factor, where = learned[0].mark.factor, learned[0].where
            return found("scaled by length", where, explains=BY_LENGTH, factor=factor, n=subject.n)
    if not scaled:
        return unknown("no products")
    for one in scaled:
        size, factor = one.mark.products[0].size, one.mark.factor
        right = size**-0.5
        if abs(factor / right - 1) < 1e-3 or (abs(factor - 1) < 1e-6) != missing:
            continue
        numbers: dict[str, Any] = {"size": size, "root": size**0.5, "spread": _spread(one)}
        if missing and is_published(subject.module):
            return unknown("scale in weights")
        if missing:
            return found("not scaled", one.where, **numbers)
        named = _named(1 / abs(factor), subject, size)
        explains = BY_LENGTH if named.endswith("length") else ()
        return found("scaled", one.where, explains=explains, factor=factor, named=named, **numbers)
    return None


def _of_one_query(trace: Trace) -> Iterator[Normalised]:
    """Softmaxes of the products of one query a row with the keys: these need no scale, but may have a wrong one."""
    for one in trace.softmaxes:
        scored = len(one.mark.products) == 1 and not one.mark.learned and one.mark.kind != "softmax"
        if scored and _asks_once(one):
            yield one


def _of_sums(trace: Trace) -> Iterator[Normalised]:
    """Softmaxes of sums of products, as with relative positions: what is right there differs, what is wrong may not."""
    for one in trace.softmaxes:
        products = one.mark.products
        if len(products) > 1 and not one.mark.learned and len({product.size for product in products}) == 1:
            yield one


def _asks_once(one: Normalised) -> bool:
    """Whether scores are those of one query a row, not of all tokens of one text or of a batch."""
    product = one.mark.products[0]
    if one.weights.ndim < 3 and (product.left.ndim, product.right.ndim) != (2, 2):
        return True
    return 1 in one.weights.shape[-2:] or (product.out is not None and 1 in product.out.shape[-2:])


def _is_root_of_length(one: Normalised, subject: Subject) -> bool:
    return abs(one.mark.factor * subject.n**0.5 - 1) < 1e-3


def _is_mistaken(one: Normalised, subject: Subject) -> bool:
    """Whether a scale is one that people take by mistake for the root of the size."""
    size, factor = one.mark.products[0].size, abs(one.mark.factor)
    wrong = (1 / size, size**0.5, subject.n**-0.5, (subject.n + 1) ** -0.5)
    return any(abs(factor / each - 1) < 1e-3 for each in wrong)


def _named(divisor: float, subject: Subject, size: int) -> Said:
    lengths = {subject.n: "root of length", subject.n + 1: "root of length", subject.rows: "root of batch"}
    for value, name in lengths.items():
        if abs(divisor - value**0.5) < 1e-3:
            return part(name, value=value)
    if abs(divisor - size) < 1e-3:
        return part("without root", value=size)
    root = round(divisor**2)
    return part("root", value=root) if root > 1 and abs(divisor**2 - root) < 1e-3 else part("nothing")


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
        if len(products) != 1 or one.mark.learned or one.mark.kind == "softmax" or _asks_once(one):
            continue
        left, keys, value = products[0].left, products[0].right, values.get(i)
        same = value is not None and any(_are_same(each, value) for each in (keys, keys.mT, left))
        if not same or _equal(left, keys.mT):
            yield one


def _are_likened(trace: Trace, product: Product) -> bool:
    """Whether one map was applied to two texts, whose words are then compared as they are (Parikh et al. 2016)."""
    one, other = product.left, product.right.mT
    maps = [{id(call.given[1]) for call in trace.named("linear") if _are_same(call.out, each)} for each in (one, other)]
    return bool(maps[0] & maps[1]) and not _are_same(one, other)


def _are_same(one: Tensor, other: Tensor) -> bool:
    """Whether two tensors hold the same numbers, in one shape or another."""
    return one.numel() == other.numel() and torch.equal(one.reshape(other.shape), other)


def _equal(one: Tensor, other: Tensor) -> bool:
    return one.shape == other.shape and torch.equal(one, other)
