"""Words taken out of a text, in the order in which an explanation ranks them.

n tokens, w words, s shares of the words.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regard.explain.cut import Cut, Tokens, Way

Floats = NDArray[np.floating[Any]]
Order = NDArray[np.int64]
SHARES = (0.05, 0.1, 0.2, 0.5)
"""Shares of the words that are taken out, and that are kept alone.  DeYoung et al. (2020), section 4.2, less 1 %."""


def variants(cut: Cut, order: Order, way: Way, shares: Sequence[float] = SHARES) -> list[Tokens]:
    """2 s texts: without the first words of the order, for each share, and then with these words alone."""
    place = np.empty(cut.words + 1, dtype=np.int64)
    place[order] = np.arange(cut.words)
    rank = place[cut.word]
    real, counts = cut.word >= 0, [count_of(share, cut.words) for share in shares]
    first = [cut.erased(real & (rank < count), way) for count in counts]
    return first + [cut.erased(real & (rank >= count), way) for count in counts]


def taken(order: Order, shares: Sequence[float] = SHARES) -> list[list[int]]:
    """2 s sets of words to take away: the first of the order, for each share, and then all but these."""
    counts = [count_of(share, len(order)) for share in shares]
    return [order[:count].tolist() for count in counts] + [order[count:].tolist() for count in counts]


def count_of(share: float, words: int) -> int:
    """How many words a share is: at least one, and rounded up."""
    return min(words, max(1, math.ceil(share * words - 1e-9)))


def ranked(scores: Floats, seed: int | Sequence[int] = 0) -> Order:
    """The words by their scores, highest first; equal ones in an order that is drawn, so that no place is favoured."""
    return settled(scores, at_random(len(scores), seed))


def settled(scores: Floats, order: Order) -> Order:
    """The words by their scores, highest first; equal ones as they stand in an order."""
    return order[np.argsort(-np.asarray(scores, dtype=np.float64)[order], kind="stable")]


def at_random(words: int, seed: int | Sequence[int]) -> Order:
    """An order that knows nothing."""
    return np.random.default_rng(seed).permutation(words)
