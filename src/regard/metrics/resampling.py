"""Numbers of a whole corpus that no mean over sentences gives (BLEU, alignment error rate), and how sure they are.

n sentences, k sums. Such a number is a formula of sums over the sentences, so drawing the sentences anew costs one
product of matrices.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regard.metrics.intervals import Interval, of_seeds

Counts = NDArray[np.float64]
"""[n, k]: what each sentence adds to the sums."""

DRAWS = 1_000
_AT_ONCE = 4_000_000
"""Sentences drawn at a time, so that a large corpus needs no more memory than a small one."""


@dataclass(frozen=True, kw_only=True)
class Score:
    """A number of a corpus with the sums that it is made of."""

    name: str
    value: float
    counts: Counts
    formula: Callable[[NDArray[np.float64]], NDArray[np.float64]]
    """From sums [..., k] to the number [...]."""
    signature: str = ""
    """How it was computed, for whoever wants to compare."""

    def on(self, sentences: Sequence[int] | NDArray[Any]) -> float:
        """The score on some of the sentences."""
        return float(self.formula(self.counts[np.asarray(sentences, dtype=np.intp)].sum(0)))


def scored(
    name: str, counts: Counts, formula: Callable[[NDArray[np.float64]], NDArray[np.float64]], signature: str = ""
) -> Score:
    """The score of all sentences together."""
    value = float(formula(counts.sum(0)))
    return Score(name=name, value=value, counts=counts, formula=formula, signature=signature)


def interval(scores: Sequence[Score], *, draws: int = DRAWS, seed: int = 0) -> Interval:
    """95 % interval of a score, mean over seeds: chance in the sentences, plus chance in the seeds.

    Percentile bootstrap over sentences (Efron & Tibshirani 1993, section 13.3); several seeds widen it as they do for
    accuracies.
    """
    chance = np.random.default_rng(seed)
    (means,) = _drawn([scores], draws, chance)
    return _middle(means + _luck([scores], draws, chance))


def paired(
    model: Sequence[Score], baseline: Sequence[Score], *, draws: int = DRAWS, seed: int = 0
) -> tuple[float, Interval, float]:
    """Difference of two systems on the same sentences, its 95 % interval, and p.

    Paired bootstrap: both are scored on the same sentences drawn anew, and p is twice the share of the draws in which
    the better one does not win (Koehn 2004, section 4, two-sided). Each system comes as one score a seed.
    """
    sizes = {len(score.counts) for score in (*model, *baseline)}
    if len(sizes) > 1:
        raise ValueError(f"systems to compare were scored on {' and '.join(map(str, sorted(sizes)))} sentences")
    chance = np.random.default_rng(seed)
    ours, theirs = _drawn([model, baseline], draws, chance)
    differences = ours - theirs + _luck([model, baseline], draws, chance)
    losses = min(np.count_nonzero(differences <= 0), np.count_nonzero(differences >= 0))
    return _mean(model) - _mean(baseline), _middle(differences), min(1.0, 2 * (losses + 1) / (draws + 1))


def _drawn(sides: Sequence[Sequence[Score]], draws: int, chance: np.random.Generator) -> list[NDArray[np.float64]]:
    """For each side its score on each draw, mean over its seeds; all sides get the same draws."""
    n = len(sides[0][0].counts)
    step = max(1, _AT_ONCE // n)
    found: list[list[NDArray[np.float64]]] = [[] for _ in sides]
    for start in range(0, draws, step):
        times = _times(min(step, draws - start), n, chance)
        for kept, side in zip(found, sides, strict=True):
            kept.append(np.mean([score.formula(times @ score.counts) for score in side], axis=0))
    return [np.concatenate(kept) for kept in found]


def _times(draws: int, n: int, chance: np.random.Generator) -> NDArray[np.float64]:
    """[draws, n]: how often each sentence is among n drawn with replacement."""
    places = chance.integers(n, size=(draws, n)) + n * np.arange(draws)[:, None]
    return np.bincount(places.ravel(), minlength=draws * n).reshape(draws, n).astype(np.float64)


def _luck(sides: Sequence[Sequence[Score]], draws: int, chance: np.random.Generator) -> NDArray[np.float64]:
    """What the seeds add to each draw: nothing for one seed."""
    spread = sum(of_seeds([score.value for score in side]) for side in sides)
    return chance.normal(0.0, np.sqrt(spread), draws)


def _middle(values: NDArray[np.float64]) -> Interval:
    low, high = np.quantile(values, (0.025, 0.975))
    return float(low), float(high)


def _mean(side: Sequence[Score]) -> float:
    return float(np.mean([score.value for score in side]))
