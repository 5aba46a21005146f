"""Words taken out of a text, in the order in which an explanation ranks them.

n tokens, w words, s shares of the words.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
Order = NDArray[np.int64]
Way = Literal["left-out", "hole"]
"""How a word is taken away: the text closes up behind it, or a token that says nothing stands in its place."""

WAYS: tuple[Way, ...] = ("left-out", "hole")
SHARES = (0.05, 0.1, 0.2, 0.5)
"""Shares of the words that are taken out, and that are kept alone.  DeYoung et al. (2020), section 4.2, less 1 %."""


@dataclass(frozen=True)
class Cut:
    """A text that words can be taken from."""

    ids: Sequence[int]
    groups: Sequence[Sequence[int]]
    """The tokens of each word; what stands in no group is never taken away."""
    hole: int | None = None
    """What stands in the place of a token that is hidden."""
    nothing: tuple[int, ...] = ()
    """What is read where no token is left."""

    def ways(self) -> tuple[Way, ...]:
        """The ways to take a word away that this text allows."""
        return WAYS if self.hole is not None else WAYS[:1]

    def without(self, gone: Collection[int], way: Way) -> list[int]:
        """The tokens when these words, by their numbers, are gone."""
        tokens = {token for word in gone for token in self.groups[word]}
        if way == "hole":
            assert self.hole is not None, "a text without a hole has its words left out"
            return [self.hole if place in tokens else token for place, token in enumerate(self.ids)]
        return [token for place, token in enumerate(self.ids) if place not in tokens] or list(self.nothing)


def taken(order: Order, shares: Sequence[float] = SHARES) -> list[list[int]]:
    """2 s sets of words to take away: the first of the order, for each share, and then all but these."""
    counts = [count_of(share, len(order)) for share in shares]
    return [order[:count].tolist() for count in counts] + [order[count:].tolist() for count in counts]


def count_of(share: float, words: int) -> int:
    """How many words a share is: at least one, and rounded up."""
    return min(words, max(1, math.ceil(share * words - 1e-9)))


def ranked(scores: Floats, seed: int | Sequence[int] = 0) -> Order:
    """The words by their scores, highest first; equal ones in an order that is drawn, so that no place is favoured."""
    chance = np.random.default_rng(seed).permutation(len(scores))
    return np.lexsort((chance, -np.asarray(scores, dtype=np.float64)))


def at_random(words: int, seed: int | Sequence[int]) -> Order:
    """An order that knows nothing."""
    return np.random.default_rng(seed).permutation(words)
