"""What a trace keeps of one run: softmaxes, mixings of values, and calls."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from torch import Tensor

from regard.doctor.marks import Mark


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


def without_last(seen: list[_Seen], rows: int) -> list[_Seen]:
    """What was seen, without the weights of the last of so many rows, together or one by one."""
    kept: list[_Seen] = []
    times: Counter[str] = Counter()
    for each in seen:
        weights = each.weights
        times[each.where] += 1
        if weights.ndim > 1 and weights.shape[0] % rows == 0:
            weights = weights[: -(weights.shape[0] // rows)]
        elif weights.ndim == 1 and times[each.where] % rows == 0:
            weights = weights[:0]
        kept.append(replace(each, weights=weights))
    return kept
