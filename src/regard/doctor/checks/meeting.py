"""Where padding meets words, and how: as far as that was seen, or was undone by leaving padding out there alone."""

from collections.abc import Iterator
from itertools import count
from typing import Any, NamedTuple

import torch
from torch import Tensor

from regard.doctor.effects import MASS, by_content, mass_on_padding, with_other_padding
from regard.doctor.running import SMALL, CannotRun, apart
from regard.doctor.subject import Subject
from regard.doctor.trace.seen import Call
from regard.doctor.trace.trace import Trace

BAG = (
    *("input", "weight", "offsets", "max_norm", "norm_type", "scale_grad_by_freq", "mode", "sparse"),
    *("per_sample_weights", "include_last_offset", "padding_idx"),
)
"""The arguments of torch's embedding_bag, in their order."""
SUMS = 4
"""So many sums are tried one by one."""
LARGEST = ("max", "amax", "max_pool1d", "adaptive_max_pool1d")
LAYERS = ("lstm", "gru", "rnn_tanh", "rnn_relu")
CONVOLUTIONS = ("conv1d", "conv2d")
NORMS = ("batch_norm", "instance_norm", "group_norm")
PRODUCTS = ("matmul", "__matmul__", "bmm", "einsum")


class Meeting(NamedTuple):
    """How padding meets words, by the name of its remedy, and the line."""

    how: str
    where: str


def first_meeting(subject: Subject) -> Meeting | None:
    """The first way in which padding seems to meet words; those that leave no doubt come first."""
    return next(_meetings(subject), None)


def first_place(subject: Subject) -> str:
    """The line where padding first meets words."""
    first = first_meeting(subject)
    return "" if first is None else first.where


def _meetings(subject: Subject) -> Iterator[Meeting]:
    _, trace = subject.traced(subject.short)
    for mix in subject.attentions(trace):
        if (mass_on_padding(subject, mix) or 0) >= MASS:
            yield Meeting("weight", trace.place_of(mix))
    for how, line in (("mean", mean_of_all(subject, trace)), ("sum", sum_of_all(subject, trace))):
        if line is not None:
            yield Meeting(how, line)
    yield from (Meeting("largest", c.where) for c in trace.named(*LARGEST) if _padding_wins(subject, c))
    yield from (Meeting("last", c.where) for c in trace.named("__getitem__") if _is_last(subject, c))
    yield from (Meeting("recurrent", c.where) for c in trace.named(*LAYERS) if _goes_over_all(subject, c))
    yield from (Meeting("convolution", c.where) for c in trace.named(*CONVOLUTIONS) if _reaches(subject, c))
    yield from (Meeting("norm", c.where) for c in trace.named(*NORMS) if _goes_over_all(subject, c))
    if not trace.softmaxes:
        yield from (Meeting("product", c.where) for c in trace.named(*PRODUCTS) if _sums_places(subject, c))


def mean_of_all(subject: Subject, trace: Trace) -> str | None:
    """The line of a mean over all places, or of a division by their number."""
    for call in trace.named("mean", "nanmean", "avg_pool1d", "adaptive_avg_pool1d"):
        given = call.given[0]
        gone = set(given.shape) - set(call.out.shape)
        if given.ndim > 1 and gone & {subject.n, subject.n + 1}:
            return call.where
    for call in trace.named("embedding_bag"):
        given = dict(zip(BAG, call.given[:-1], strict=False)) | call.given[-1]
        if given["input"].ndim == 2 and given.get("mode", "mean") == "mean" and given.get("padding_idx") is None:
            return call.where
    shorter = subject.once(_divisors)
    for call in trace.named("divided by"):
        for more in (0, 1):
            if abs(call.given[1] - subject.n - more) < 1e-4 and (call.where, subject.short + more) in shorter:
                return call.where
    return None


def sum_of_all(subject: Subject, trace: Trace, *, divided: bool = False) -> str | None:
    """The line of a sum over all places, and of a mean by hand if it is `divided`, which alone lets padding matter."""
    case = subject.case(subject.short)
    other = with_other_padding(subject, case)
    if by_content(subject) < SMALL:
        return None
    for place, call in list(enumerate(trace.named("sum")))[:SUMS]:
        if (dim := _summed(subject, call.given[0], call.out)) is None:
            continue
        by_hand = any(each.given[0] is call.out for each in trace.named("div", "true_divide"))
        hidden = list(subject.padded_places(subject.n, subject.short))
        if (divided and not by_hand) or not call.given[0].index_select(dim, torch.tensor(hidden)).any():
            continue
        one, two = (subject.retraced(each, _without_padding(subject, place))[0] for each in (case, other))
        if apart(*(subject.real(each, subject.short) for each in (one, two))) < SMALL:
            return call.where
    return None


def _without_padding(subject: Subject, at: int) -> Any:
    """What leaves padding out of one of the sums of a run, told by its number."""
    numbers = count()

    def meddle(name: str, args: tuple[Any, ...], out: Tensor) -> Tensor:
        if name != "sum" or next(numbers) != at or (dim := _summed(subject, args[0], out)) is None:
            return out
        hidden = list(subject.padded_places(subject.n, subject.short))
        padding = args[0].index_select(dim, torch.tensor(hidden))
        return out - padding.sum(dim, keepdim=out.ndim == args[0].ndim)

    return meddle


def _summed(subject: Subject, given: Tensor, out: Tensor) -> int | None:
    """The dimension of all tokens that a sum of vectors leaves out, where that is the only one."""
    for dim, size in enumerate(given.shape[:-1] if given.ndim > 2 and given.is_floating_point() else ()):
        kept = [*given.shape[:dim], *([1] if out.ndim == given.ndim else []), *given.shape[dim + 1 :]]
        if size == subject.n and list(out.shape) == kept:
            return dim
    return None


def _divisors(subject: Subject) -> set[tuple[str, int]]:
    """The whole numbers that something is divided by where texts are shorter, with the lines that divide."""
    try:
        _, trace = subject.retraced(subject.case(n=subject.short))
    except CannotRun:
        return set()
    return {(call.where, round(call.given[1])) for call in trace.named("divided by")}


def _padding_wins(subject: Subject, call: Call) -> bool:
    """Whether what stands in padding is the largest at some place of a result."""
    given, out = call.given[0], call.out[0] if isinstance(call.out, tuple) else call.out
    dims = [dim for dim, size in enumerate(given.shape) if size == subject.n]
    if not isinstance(out, Tensor) or not given.is_floating_point() or len(dims) != 1 or subject.n in out.shape:
        return False
    hidden = given.index_select(dims[0], torch.tensor(list(subject.padded_places(subject.n, subject.short))))
    most = hidden.amax(dims[0])
    return most.numel() == out.numel() and bool((most.reshape(-1) == out.reshape(-1)).any())


def _is_last(subject: Subject, call: Call) -> bool:
    """Whether the last place is taken of all vectors, which is a padded one."""
    given, at = call.given[0], call.given[1] if len(call.given) > 2 else None
    places = at if isinstance(at, tuple) else (at,)
    plain = isinstance(given, Tensor) and given.is_floating_point() and given.ndim > 2 and not subject.layout.left
    if not plain or any(place is Ellipsis or place is None for place in places):
        return False
    ends = (-1, subject.n - 1)
    return any(given.shape[dim] == subject.n and type(p) is int and p in ends for dim, p in enumerate(places))


def _goes_over_all(subject: Subject, call: Call) -> bool:
    """Whether vectors of all places are given together, not packed."""
    given = call.given[0]
    return isinstance(given, Tensor) and given.ndim > 2 and subject.n in given.shape


def _reaches(subject: Subject, call: Call) -> bool:
    return _goes_over_all(subject, call) and call.given[1].shape[-1] > 1


def _sums_places(subject: Subject, call: Call) -> bool:
    """Whether a product sums over all places: they are in what is multiplied, and not in what comes out."""
    operands = [each for each in call.given if isinstance(each, Tensor) and each.ndim > 2]
    return len(operands) == 2 and all(subject.n in each.shape for each in operands) and subject.n not in call.out.shape
