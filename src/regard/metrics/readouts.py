"""Which of a model's many attentions to read an alignment off: the mean of all, or the best, chosen on validation.

Read one step later, at the input of a word rather than its output, weights often align far better: Chen et al. (2020),
"Accurate Word Alignment Induction from Neural Machine Translation".
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from regard.metrics.alignment import Gold, Links, Looks, Weights, error_rate, links

SHARES = (0.2, 0.25, 0.3, 0.35, 0.4, 0.45)
"""Of a target word's weight, from which on a source word is linked to it."""


@dataclass(frozen=True, kw_only=True)
class Readout:
    """One way to read links off what a model looked at."""

    later: bool = False
    """One step later than the word is said."""
    site: str | None = None
    """One attention; without it, the mean over all."""
    head: int | None = None
    """One of its heads; without it, their mean."""
    agreed: bool = False
    """Times the share of each source word's weight that the target word has: both sides must agree on a link, as the
    two directions in Liang, Taskar & Klein (2006), "Alignment by agreement"."""
    share: float = 1.0
    """Besides the source word with most of the weight, those with at least so much of it."""

    def weights(self, seen: Looks) -> Weights:
        """The weights [t, s] that this way reads."""
        sites = seen.later if self.later else seen.said
        if self.site is None:
            found = np.mean([each.mean(0) for each in sites.values()], axis=0)
        else:
            found = sites[self.site].mean(0) if self.head is None else sites[self.site][self.head]
        return shares(found * shares(found, of=0), of=1) if self.agreed else found

    def links(self, seen: Looks) -> Links:
        """The links that this way reads."""
        return links(self.weights(seen), self.share)

    def __str__(self) -> str:
        where = "mean" if self.site is None else self.site if self.head is None else f"{self.site}.{self.head}"
        where = f"{where}, one step later" if self.later else where
        where = f"{where}, agreed" if self.agreed else where
        return where if self.share == 1 else f"{where}, from {self.share:.0%}"


def candidates(seen: Looks) -> dict[str, list[Readout]]:
    """All ways to read this model, by kind: mean of everything, a layer, a head; each as said, and one step later."""
    found: dict[str, list[Readout]] = {}
    for ending, later in (("", False), (", later", True)):
        found["mean" + ending] = [Readout(later=later)]
        found["layer" + ending] = [Readout(later=later, site=site) for site in seen.said]
        found["head" + ending] = [
            Readout(later=later, site=site, head=head) for site, each in seen.said.items() for head in range(len(each))
        ]
    return found


def chosen(validation: Sequence[Looks], gold: Sequence[Gold]) -> dict[str, Readout]:
    """The best read-out of each kind on the validation sentences, and the best of all as `best`.

    The best of all may also want both sides to agree, and link words from some share of the weight on.
    """

    @cache
    def rate(way: Readout) -> float:
        return error_rate([way.links(seen) for seen in validation], gold).value

    kinds = {kind: min(ways, key=rate) for kind, ways in candidates(validation[0]).items()}
    best = min(kinds.values(), key=rate)
    further = [replace(best, agreed=agreed, share=share) for agreed in (False, True) for share in (1.0, *SHARES)]
    return kinds | {"best": min(further, key=rate)}


def shares(weights: Weights, of: int) -> Weights:
    """Weights as shares of their sum along an axis; zeros where that is zero."""
    total = weights.sum(of, keepdims=True)
    return np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)
