"""Whether an explanation stays when only the seed changes, and goes when the weights do.

Two explanations of one text are compared by their first words; rank correlation is given beside it because it is usual,
not because it says much (Neely et al., 2022).
"""

import copy
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from regard.explain.trust.deletion import Floats, count_of, ranked

TOP = 0.1
"""Share of the words whose overlap is counted."""


@dataclass(frozen=True)
class Agreement:
    """How alike two explanations of one text are."""

    overlap: float
    """Share of the first words of one that are among the first words of the other."""
    chance: float
    """The same for two random orders."""
    correlation: float | None
    """Spearman's rank correlation; None where all scores of one are equal."""


def agreement(one: Floats, other: Floats, seed: int | Sequence[int] = 0) -> Agreement:
    """How alike two scores [w] of the same words are; what is equal in one is ranked by chance, in each by its own."""
    own = tuple(seed) if isinstance(seed, Sequence) else (seed,)
    count = count_of(TOP, len(one))
    first, second = (set(ranked(scores, (*own, n))[:count].tolist()) for n, scores in enumerate((one, other)))
    return Agreement(len(first & second) / count, count / len(one), spearman(one, other))


def spearman(one: Floats, other: Floats) -> float | None:
    """Pearson's correlation of the ranks, where equal scores share the mean of theirs."""
    first, second = (ranks(scores) - (len(scores) - 1) / 2 for scores in (one, other))
    size = float(np.sqrt((first**2).sum() * (second**2).sum()))
    return float((first * second).sum()) / size if size > 0 else None


def ranks(scores: Floats) -> NDArray[np.float64]:
    """The rank of each score, from 0; equal ones share the mean of theirs."""
    _, place, counts = np.unique(np.asarray(scores, dtype=np.float64), return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts + 1) / 2)[place]


def shuffled(model: nn.Module, seed: int) -> nn.Module:
    """The same model with the entries of each of its weights shuffled: as large as before, and knowing nothing.

    Adebayo et al. (2018), section 4.1: an explanation of it that looks like that of the trained model shows the text,
    not what was learned.
    """
    dice = torch.Generator().manual_seed(seed)
    other = copy.deepcopy(model)
    with torch.no_grad():
        for weight in other.parameters():
            order = torch.randperm(weight.numel(), generator=dice).to(weight.device)
            weight.copy_(weight.flatten()[order].view_as(weight))
    return other.eval()
