"""What a trace keeps of one run: softmaxes, mixings of values, and calls."""

from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, TypeVar

import torch
from torch import Tensor

from regard.doctor.trace.marks import Mark


@dataclass(frozen=True)
class Normalised:
    """One softmax, written out or not."""

    scores: Tensor | None
    weights: Tensor
    mark: Mark
    """That of the scores."""
    where: str
    fused: bool = False
    """Whether a function of torch did it all."""


@dataclass(frozen=True)
class Mix:
    """Values averaged by weights […, k], whose last dimension is the one that is summed over."""

    weights: Tensor
    values: Tensor
    mark: Mark
    """That of the weights."""
    where: str
    called: str = ""
    """What the user's code calls the values."""
    after: int = 0
    """Keys that stand after the tokens, and are none."""
    unmixed: bool = False
    """Whether nothing was seen to be averaged by these weights."""

    @property
    def is_shared_out(self) -> bool:
        """Whether a softmax made the weights, or what gives the same."""
        if self.mark.kind == "softmax":
            return True
        sums = self.weights.sum(-1)
        return bool((self.weights >= 0).all() and ((sums - 1).abs() < ONE).all()) and sums.numel() > 0


ONE = 1e-4
"""By how much a sum of weights may differ from one by rounding."""
_Seen = TypeVar("_Seen", Mix, Normalised)


@dataclass(frozen=True)
class Call:
    """A function that some check wants to know of: which, on what, and where."""

    name: str
    given: tuple[Any, ...]
    out: Any
    where: str
    own: bool
    """Whether the line is the user's."""


def laid(weights: Tensor) -> Tensor:
    """Weights […, k] of tokens on each other with their queries before the keys: heads or rows may stand between."""
    keys = weights.shape[-1]
    others = [dim for dim, size in enumerate(weights.shape[:-2]) if size == keys]
    if len(others) != 1 or weights.shape[-2] == keys:
        return weights
    return weights.movedim(others[0], -2)


def without_last(seen: list[_Seen], others: list[_Seen], rows: int) -> list[_Seen]:
    """What was seen, without the weights of the last of so many rows: those that moved where its contents are others.

    Rows may be run together, with or without heads in the same dimension, or one after the other.
    """
    return [
        replace(one, weights=_kept(one, other, rows)) for one, other in zip_longest(seen, others[: len(seen)]) if one
    ]


def _kept(one: _Seen, other: _Seen | None, rows: int) -> Tensor:
    weights = one.weights
    together = weights.ndim > 1 and weights.shape[0] % rows == 0 and weights.shape[:2] != weights.shape[1:3]
    last = len(weights) // rows if together else len(weights)
    moved = torch.zeros(len(weights), dtype=torch.bool)
    if other is not None:
        for before, after in ((one.weights, other.weights), (_beside(one), _beside(other))):
            if before is None or after is None or before.shape != after.shape or not before.numel():
                continue
            if len(before) == len(moved):
                moved |= ((before - after).nan_to_num() != 0).reshape(len(moved), -1).any(1)
    if not together:
        return weights[:0] if moved.any() else weights
    return weights[~moved] if int(moved.sum()) == last else weights[:-last]


def _beside(one: _Seen) -> Tensor | None:
    return one.values if isinstance(one, Mix) else one.scores
