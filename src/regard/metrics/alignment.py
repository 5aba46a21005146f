"""Do attention weights say which word translates which? Alignment error rate, and ways to read links off weights.

h heads, t target words, s source words; a site is one attention of the model, by its module's path. Links are
(source, target), counted from 0.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regard.metrics.resampling import Score, scored
from regard.text.spans import merge_grid

Link = tuple[int, int]
Links = set[Link]
Weights = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Gold:
    """What people drew: sure links, and possible ones, to which the sure belong."""

    sure: frozenset[Link]
    possible: frozenset[Link] = frozenset()

    def __post_init__(self) -> None:
        object.__setattr__(self, "possible", self.possible | self.sure)


@dataclass(frozen=True)
class Looks:
    """Where a model looked in one sentence, word by word: for each site [h, t, s]."""

    said: Mapping[str, Weights]
    """While it said each target word."""
    later: Mapping[str, Weights]
    """One step later, when it had just said the word and read it back."""


def looks(
    weights: Mapping[str, Weights], target_groups: Sequence[Sequence[int]], source_groups: Sequence[Sequence[int]]
) -> Looks:
    """The same sentence word by word, from [h, steps, source tokens] at each site.

    Steps are the target tokens and one more, at which END is said. Groups are the tokens of each word; source tokens in
    no group, such as END, are left out.
    """
    return Looks(
        {site: merge_grid(each[:, :-1], target_groups, source_groups) for site, each in weights.items()},
        {site: merge_grid(each[:, 1:], target_groups, source_groups) for site, each in weights.items()},
    )


def links(weights: Weights, share: float = 1.0) -> Links:
    """Each target word with the source word that has most of its weight [t, s]; none where it has no weight at all.

    Also with every other source word that has at least this share of the weight: a word may say two.
    """
    best = weights.argmax(-1) if weights.size else np.zeros(0, dtype=np.intp)
    most = {(int(source), target) for target, source in enumerate(best) if weights[target, source] > 0}
    return most | {(int(source), int(target)) for target, source in np.argwhere(weights >= share)}


def error_rate(found: Sequence[Links], gold: Sequence[Gold]) -> Score:
    """AER = 1 - (|A ∩ S| + |A ∩ P|) / (|A| + |S|) over all sentences.  Och & Ney (2003)."""
    counts = [
        [len(one & true.sure), len(one & true.possible), len(one), len(true.sure)]
        for one, true in zip(found, gold, strict=True)
    ]
    return scored("alignment-error-rate", np.array(counts, dtype=np.float64).reshape(-1, 4), error_rate_of)


def error_rate_of(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """AER of [..., 4] sums: |A ∩ S|, |A ∩ P|, |A|, |S|; without any link on either side there is no error."""
    below = sums[..., 2] + sums[..., 3]
    return np.where(below > 0, 1 - (sums[..., 0] + sums[..., 1]) / np.maximum(below, 1), 0.0)


def precision_and_recall(score: Score) -> tuple[float, float]:
    """|A ∩ P| / |A| and |A ∩ S| / |S| behind an alignment error rate; 1 where there is nothing to find."""
    sure, possible, said, wanted = score.counts.sum(0)
    return float(possible / said) if said else 1.0, float(sure / wanted) if wanted else 1.0


def diagonal(targets: int, sources: int) -> Links:
    """The baseline that looks at no word: each target word with the source word at the same part of its sentence."""
    return {(int((target + 0.5) * sources / targets), target) for target in range(targets if sources else 0)}


def at_random(sizes: Iterable[tuple[int, int]], seed: int = 0) -> list[Links]:
    """The control: for sentences of (targets, sources) words, each target word with any source word."""
    chance = np.random.default_rng(seed)
    return [
        {(int(source), target) for target, source in enumerate(chance.integers(sources, size=targets))}
        if sources
        else set()
        for targets, sources in sizes
    ]
