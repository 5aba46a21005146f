"""What a run is worth on test texts, in the form that paired tests take: a verdict or some sums for each text."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from regard.metrics import intervals, resampling
from regard.metrics.intervals import Interval, Right, wilson
from regard.metrics.resampling import Score, scored
from regard.metrics.words import WordScores

FEW = 1_000
"""Texts on which two runs differ up to which the test is exact; with more, its normal limit is about the same."""
Test = tuple[float, Interval | None, float | None]
"""A difference, its interval and p; the latter two are unknown where texts cannot be paired."""


@dataclass(frozen=True, kw_only=True)
class Tested:
    """A measure on n texts with all that a paired test needs."""

    metric: str
    n: int
    value: float
    interval: Interval
    right: Right | None = None
    score: Score | None = None

    def against(self, other: "Tested") -> Test:
        """The difference from another run on the same texts."""
        if self.right is not None and other.right is not None:
            difference, around, p = intervals.paired([self.right], [other.right])
            only, others = (int(side.sum()) for side in (self.right & ~other.right, other.right & ~self.right))
            return difference, around, mcnemar(only, others) if only + others <= FEW else p
        if self.score is None or other.score is None or len(self.score.counts) != len(other.score.counts):
            return self.value - other.value, None, None
        return resampling.paired([self.score], [other.score])


def mcnemar(only: int, others: int) -> float:
    """The p of McNemar's exact test, from how many texts each of two alone got right.  McNemar (1947).

    Two-sided: were the two alike, each of these texts would be either's with probability ½.
    """
    n = only + others
    tail = sum(math.comb(n, k) for k in range(min(only, others) + 1))
    return min(1.0, 2 * tail / 2**n)


def of_labels(right: Right) -> Tested:
    """Accuracy, from which texts were labelled rightly."""
    value = float(right.mean())
    return Tested(metric="accuracy", n=len(right), value=value, interval=wilson(value, len(right)), right=right)


def of_translations(score: Score) -> Tested:
    """BLEU."""
    n, around = len(score.counts), resampling.interval([score])
    return Tested(metric="bleu", n=n, value=score.value, interval=around, score=score)


def of_words(words: WordScores) -> Tested:
    """Perplexity, from what each text cost."""
    counts = np.stack([words.losses, words.counts.astype(np.float64)], axis=1)
    score = scored("perplexity", counts, lambda sums: np.exp(sums[..., 0] / sums[..., 1]))
    n = int(words.counts.sum())
    return Tested(metric="perplexity", n=n, value=words.perplexity, interval=words.interval, score=score)


def in_bits(found: Sequence[Tested], characters: int) -> list[Tested]:
    """Perplexities of unlike tokens as bits per character, which compare.

    How many characters each text has is taken from the tokens that the first run cuts it into.
    """
    first = found[0].score
    assert first is not None, "perplexity is a score"
    lengths = first.counts[:, 1] * characters / first.counts[:, 1].sum()
    return [_bits(one, lengths, characters) for one in found]


def _bits(one: Tested, lengths: np.ndarray[Any, np.dtype[np.float64]], characters: int) -> Tested:
    assert one.score is not None, "perplexity is a score"
    costs = one.score.counts[:, 0] / math.log(2)
    value = float(costs.sum() / characters)
    if len(costs) != len(lengths):
        return replace(one, metric="bits_per_character", value=value, interval=(value, value), score=None)
    counts = np.stack([costs, lengths], axis=1)
    score = scored("bits_per_character", counts, lambda sums: sums[..., 0] / sums[..., 1])
    around = resampling.interval([score])
    return replace(one, metric="bits_per_character", value=value, interval=around, score=score, n=characters)
