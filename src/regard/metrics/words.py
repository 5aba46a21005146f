"""How well words are said: perplexity and accuracy, from what each text cost.

u texts, or other units that are counted as independent.
"""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from jaxtyping import Float, Int

from regard.metrics.intervals import Interval, Z

Numbers = np.ndarray[Any, np.dtype[Any]]
FEW = 20
"""Documents below which rows of them are counted as independent instead."""


@dataclass(frozen=True)
class WordScores:
    """Sums over the words that had to be said, unit by unit."""

    losses: Float[Numbers, " u"]
    """Σ −log p of the words of each unit."""
    counts: Int[Numbers, " u"]
    """How many words these are."""
    right: Int[Numbers, " u"]
    """How often the most probable word was the right one, of those that are asked."""
    asked: Int[Numbers, " u"]
    """How many were: all of them, or only those that could not be read."""

    @property
    def loss(self) -> float:
        """The mean −log p of a word."""
        return float(self.losses.sum() / self.counts.sum())

    @property
    def perplexity(self) -> float:
        """Exp of the loss: among how many equally likely words it is as if the model had to choose."""
        return math.exp(self.loss)

    @property
    def accuracy(self) -> float:
        """The share of the asked words that was found."""
        return float(self.right.sum() / max(1, self.asked.sum()))

    @property
    def interval(self) -> Interval:
        """95 % of the perplexity, from how much the units differ; without a second unit it is the value itself."""
        return self.around(self.loss)

    def around(self, loss: float, spread: float = 0.0) -> Interval:
        """95 % of the perplexity of several models with this mean loss; `spread` is the variance that they add."""
        units = len(self.losses)
        apart = self.losses - self.loss * self.counts
        words = float((apart**2).sum()) * units / max(1, units - 1) / float(self.counts.sum()) ** 2
        half = Z * math.sqrt(words + spread)
        return math.exp(loss - half), math.exp(loss + half)

    def by(self, owner: Int[Numbers, " u"]) -> "WordScores":
        """The sums over the rows of each document, which are not independent; over rows where documents are few."""
        if len(np.unique(owner)) < FEW:
            return self
        parts = (self.losses, self.counts, self.right, self.asked)
        losses, *counts = (np.bincount(owner, part) for part in parts)
        there = np.bincount(owner) > 0
        return WordScores(losses[there], *(count[there].astype(np.int64) for count in counts))

    def as_lists(self) -> dict[str, list[Any]]:
        """What JSON takes."""
        return {name: getattr(self, name).tolist() for name in ("losses", "counts", "right", "asked")}

    @classmethod
    def from_lists(cls, kept: dict[str, list[Any]]) -> "WordScores":
        """Back again."""
        return cls(
            np.array(kept["losses"], dtype=np.float64),
            *(np.array(kept[name], dtype=np.int64) for name in ("counts", "right", "asked")),
        )


@dataclass(frozen=True, kw_only=True)
class OfWords:
    """A measure whose first figure is the perplexity of words that had to be said."""

    words: WordScores
    slices: dict[str, float] = field(default_factory=dict[str, float])

    @property
    def n(self) -> int:
        """Words that were said, ends of texts included."""
        return int(self.words.counts.sum())

    @property
    def value(self) -> float:
        """Perplexity."""
        return self.words.perplexity

    @property
    def interval(self) -> Interval:
        """95 %, of the perplexity."""
        return self.words.interval
