"""Words taken out of a text, in the order in which an explanation ranks them.

n tokens, w words, s shares of the words.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
Order = NDArray[np.int64]
Tokens = NDArray[np.int64]
Way = Literal["left-out", "hole"]
"""How a word is taken away: the text closes up behind it, or a token that says nothing stands in its place."""

WAYS: tuple[Way, ...] = ("left-out", "hole")
SHARES = (0.05, 0.1, 0.2, 0.5)
"""Shares of the words that are taken out, and that are kept alone.  DeYoung et al. (2020), section 4.2, less 1 %."""


@dataclass(frozen=True)
class Cut:
    """A text that words can be taken from."""

    ids: Tokens
    """[n]."""
    word: Tokens
    """[n]: the number of the word that each token is a part of; -1 for what is never taken away."""
    words: int
    hole: int | None = None
    """What stands in the place of a token that is hidden."""
    nothing: tuple[int, ...] = ()
    """What is read where no token is left."""

    def ways(self) -> tuple[Way, ...]:
        """The ways to take a word away that this text allows."""
        return WAYS if self.hole is not None else WAYS[:1]

    def without(self, gone: Sequence[int] | NDArray[np.int64], way: Way) -> Tokens:
        """The tokens when these words, by their numbers, are gone."""
        out = np.zeros(self.words + 1, dtype=bool)
        out[np.asarray(gone, dtype=np.int64)] = True
        return self._erased(out[self.word], way)

    def variants(self, order: Order, way: Way, shares: Sequence[float] = SHARES) -> list[Tokens]:
        """2 s texts: without the first words of the order, for each share, and then with these words alone."""
        place = np.empty(self.words + 1, dtype=np.int64)
        place[order] = np.arange(self.words)
        rank = place[self.word]
        real, counts = self.word >= 0, [count_of(share, self.words) for share in shares]
        first = [self._erased(real & (rank < count), way) for count in counts]
        return first + [self._erased(real & (rank >= count), way) for count in counts]

    def _erased(self, out: NDArray[np.bool_], way: Way) -> Tokens:
        """The tokens without those that are out."""
        if way == "hole":
            assert self.hole is not None, "a text without a hole has its words left out"
            return np.where(out, self.hole, self.ids)
        left = self.ids[~out]
        return left if len(left) else np.array(self.nothing, dtype=self.ids.dtype)


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
