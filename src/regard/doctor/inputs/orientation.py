"""Which of the first two dimensions are texts and which their words, where no mask and no lengths tell."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor, nn

from regard.doctor.inputs.layout import Case
from regard.doctor.running import SMALL, CannotRun, apart, first_result
from regard.doctor.subject import Subject


def is_words_first(
    module: nn.Module, given: Mapping[str, Any], name: str, size: Sequence[int], told: Sequence[Tensor]
) -> bool:
    """Whether the sequence of this name in an example has words before texts, by the masks and lengths beside it."""
    rows, n = size
    if rows != n and any(tuple(each.shape) in ((n, rows), (n,)) for each in told):
        return True
    return any(tuple(each.shape) == (rows, n) and _mask_is_words_first(module, given, name, each) for each in told)


def _mask_is_words_first(module: nn.Module, given: Mapping[str, Any], name: str, mask: Tensor) -> bool:
    """Whether padding ends the columns of a mask; where it begins its rows as well, the module tells what is a text."""
    other = mask != mask[0, 0]
    if not other.any() or (other[:-1] & ~other[1:]).any():
        return False
    rows, n = mask.shape
    if (other[:, :-1] & ~other[:, 1:]).any():
        if given[name].ndim == 4:
            return False
        across, down = (_is_apart(module, given, name, dim) for dim in (0, 1))
        return down or not across
    return rows > n and first_result(module, dict(given)).shape[:1] == (n,)


def _is_apart(module: nn.Module, given: Mapping[str, Any], name: str, dim: int) -> bool:
    """Whether what stands first in a dimension of a sequence has a result of its own, and no part in the others."""
    value = given[name].transpose(0, dim)
    other = torch.cat([value.max() + value.min() - value[:1], value[1:]]).transpose(0, dim)
    one, two = (first_result(module, {**given, name: each}) for each in (given[name], other))
    at = next((place for place in (dim, 0) if one.shape[place : place + 1] == value.shape[:1]), None)
    if at is None or one.shape != two.shape:
        return False
    return apart(*(each.narrow(at, 1, len(value) - 1) for each in (one, two))) < SMALL < apart(one, two)


def is_sequence_first(subject: Subject) -> bool:
    """Whether what we take for rows are words: they look at each other in an order, and what we take for words do not.

    Without an order both readings are possible. Then only torch's own modules are believed, by their documentation: in
    any other, words that do not meet are the commonest way to mix up a batch.
    """
    torchs = type(subject.module).__module__.startswith("torch.")
    if not torchs and (subject.layout.knows_padding or subject.layout.streams > 1):
        return False
    try:
        case = subject.case()
        base = subject.result(case)
        if base.ndim and len(base) == subject.n != subject.rows and base.shape[1:2] != (subject.rows,):
            return _are_apart(subject, case, base)
        if base.shape[:2] != (subject.rows, subject.n) or not _goes_along_rows(subject, case, base):
            return False
        return torchs or (not _turns(subject, case, base, 0) and _turns(subject, case, base, 1))
    except CannotRun:
        return False


def _goes_along_rows(subject: Subject, case: Case, base: Tensor) -> bool:
    """Whether a change at one place moves what has the same place in other rows, and nothing else."""
    met = False
    for row in (0, subject.rows - 1):
        other = subject.result(subject.layout.changed(case, [row], [0]))
        kept = [each for each in range(subject.rows) if each != row]
        if apart(other[:, 1:], base[:, 1:]) > SMALL:
            return False
        met = met or apart(other[kept], base[kept]) > SMALL
    return met


def _are_apart(subject: Subject, case: Case, base: Tensor) -> bool:
    """Whether each result belongs to one place of all rows."""
    other = subject.result(subject.layout.changed(case, range(subject.rows), [0]))
    return apart(other[1:], base[1:]) < SMALL < apart(other[:1], base[:1])


def _turns(subject: Subject, case: Case, base: Tensor, dim: int) -> bool:
    """Whether the result is the same in another order where the input is, along a dimension."""
    names = [argument.name for argument in subject.layout.of("vectors", "ids")]
    tensors = {name: value.flip(dim) if name in names else value for name, value in case.tensors.items()}
    return apart(subject.result(replace(case, tensors=tensors)).flip(dim), base) < SMALL
