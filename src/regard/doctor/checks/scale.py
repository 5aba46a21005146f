"""Checks of scores: products of queries and keys are divided by the root of the size of a head."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import torch
from torch import Tensor

from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.inputs.signature import is_published
from regard.doctor.running import CannotRun
from regard.doctor.subject import Subject
from regard.doctor.trace.marks import Product
from regard.doctor.trace.seen import Normalised
from regard.doctor.trace.trace import Trace
from regard.doctor.wording.said import Said
from regard.doctor.wording.sentences import found, part, unknown

BY_LENGTH = ("padding-changes-result",)
"""What else a scale by the length would show."""
NEAR = 0.25
"""By how much the sizes of a few random vectors may differ from what is expected of them."""


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
        plain = [one for one in trace.softmaxes if not one.mark.products and _is_root(one, subject.n)]
        by_length = next((one for one in plain if _changes_with(subject, one) == "length"), None)
        if by_length is not None:
            factor, where = by_length.mark.factor, by_length.where
            return found("scaled by length", where, explains=BY_LENGTH, factor=factor, n=subject.n)
    if not scaled:
        return _without_scale(trace)
    for one in scaled:
        size, factor = one.mark.products[0].size, one.mark.factor
        right = size**-0.5
        if abs(factor / right - 1) < 1e-3 or (abs(factor - 1) < 1e-6) != missing:
            continue
        numbers: dict[str, Any] = {"size": size, "root": size**0.5, "spread": _spread(one)}
        if missing and is_published(subject.module):
            return unknown("scale in weights")
        if missing and _starts_scaled(one.mark.products[0]):
            return unknown("scale in start", root=size**0.5)
        if missing:
            return found("not scaled", one.where, **numbers)
        follows = _changes_with(subject, one)
        named = _named(1 / abs(factor), subject, size, follows)
        explains = BY_LENGTH if follows == "length" else ()
        return found("scaled", one.where, explains=explains, factor=factor, named=named, **numbers)
    return None


def _without_scale(trace: Trace) -> NotChecked:
    """Why there is no scale to judge."""
    if any(one.fused and not one.mark.products for one in trace.softmaxes):
        return unknown("torch scales")
    if any(one.mark.products and one.mark.learned for one in trace.softmaxes):
        return unknown("scale learned")
    if any(len(one.mark.products) == 1 and _asks_once(one) for one in trace.softmaxes):
        return unknown("one query")
    return unknown("no products")


def _starts_scaled(product: Product) -> bool:
    """Whether queries are smaller than keys by the root of their size, or keys than queries, as T5 draws them."""
    one, other = (float(each.square().mean().sqrt()) for each in (product.left, product.right))
    ratio = min(one, other) / max(one, other, 1e-12)
    return product.size > 3 and abs(ratio * product.size**0.5 - 1) < NEAR


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


def _is_root(one: Normalised, size: int) -> bool:
    return abs(abs(one.mark.factor) * size**0.5 - 1) < 1e-3


def _is_mistaken(one: Normalised, subject: Subject) -> bool:
    """Whether a scale is one that people take by mistake for the root of the size."""
    size, factor = one.mark.products[0].size, abs(one.mark.factor)
    if any(abs(factor / each - 1) < 1e-3 for each in (1 / size, size**0.5)):
        return True
    return (_is_root(one, subject.n) or _is_root(one, subject.n + 1)) and _changes_with(subject, one) == "length"


def _changes_with(subject: Subject, one: Normalised) -> str:
    """What a factor changes with, whose size alone may be that of anything: the length, the queries or the batch."""
    _, trace = subject.traced()
    at = next(place for place, each in enumerate(trace.softmaxes) if each is one)
    cases = {"length": subject.case(n=subject.short), "batch": subject.case(rows=subject.rows + 1)}
    if subject.layout.streams > 1:
        cases = {"length": subject.case(n=subject.short), "queries": subject.case(m=subject.m - 1), **cases}
    for name, case in cases.items():
        with suppress(CannotRun):
            others = subject.retraced(case)[1].softmaxes
            if at < len(others) and abs(others[at].mark.factor / one.mark.factor - 1) > 1e-3:
                return name
    return ""


def _named(divisor: float, subject: Subject, size: int, follows: str) -> Said:
    """What a divisor is, as far as more than its size says so."""
    root = round(divisor**2)
    value = root if root > 1 and abs(divisor**2 - root) < 1e-3 else None
    if follows:
        known = {"length": (subject.n, subject.n + 1), "queries": (subject.m,), "batch": (subject.rows,)}[follows]
        return part(f"root of {follows}", value=value) if value in known else part(f"changes with {follows}")
    if abs(divisor - size) < 1e-3:
        return part("without root", value=size)
    return part("nothing") if value is None else part("root", value=value)


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
