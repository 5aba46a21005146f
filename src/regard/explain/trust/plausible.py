"""Whether an explanation names the words that are known to decide: planted ones, or those that people marked.

w words of a text, of which g are gold.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regard.explain.trust.deletion import Floats, ranked
from regard.text.spans import Span


@dataclass(frozen=True)
class Hits:
    """How well the ranking of one text's words finds its gold words, each figure from 0 to 1."""

    first: float
    """Precision at 1: whether the word ranked first is gold."""
    precision: float
    """Precision at g: the share of gold words among the first g."""
    average: float
    """Average precision: the mean, over gold words, of the precision at the place of each."""
    chance: float
    """The share of gold words among all: what a random ranking gets at 1 and at g."""


def gold_words(covered: Sequence[Span], rationale: Sequence[Span]) -> NDArray[np.bool_]:
    """Which words [w], given the characters of each, share a character with a rationale."""
    return np.array([any(a < end and start < b for start, end in rationale) for a, b in covered], dtype=bool)


def hits(scores: Floats, gold: NDArray[np.bool_], seed: int | Sequence[int] = 0) -> Hits | None:
    """How well scores [w] find the gold words; None where there are none, or no others."""
    count = int(gold.sum())
    if not 0 < count < len(gold):
        return None
    found = gold[ranked(scores, seed)]
    precision = np.cumsum(found) / np.arange(1, len(found) + 1)
    return Hits(float(found[0]), float(precision[count - 1]), float(precision[found].mean()), count / len(gold))
