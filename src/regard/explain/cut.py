"""A text that words can be taken from.

n tokens, w words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]
Way = Literal["left-out", "hole"]
"""How a word is taken away: the text closes up behind it, or a token that says nothing stands in its place."""

WAYS: tuple[Way, ...] = ("left-out", "hole")


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

    def tokens_of(self, words: Sequence[int] | NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which tokens belong to these words, by their numbers: [n]."""
        chosen = np.zeros(self.words + 1, dtype=bool)
        chosen[np.asarray(words, dtype=np.int64)] = True
        return chosen[self.word]

    def without(self, words: Sequence[int] | NDArray[np.int64], way: Way) -> Tokens:
        """The tokens when these words, by their numbers, are gone."""
        return self.erased(self.tokens_of(words), way)

    def erased(self, out: NDArray[np.bool_], way: Way) -> Tokens:
        """The tokens without those that are out."""
        if way == "hole":
            assert self.hole is not None, "a text without a hole has its words left out"
            return np.where(out, self.hole, self.ids)
        left = self.ids[~out]
        return left if len(left) else np.array(self.nothing, dtype=self.ids.dtype)
