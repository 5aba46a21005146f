"""Explanations of many texts on trial: comprehensiveness and sufficiency of a corpus, beside random orders.

t texts, s shares of the words.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regard.explain.cut import Tokens, Way
from regard.explain.reading import Tell
from regard.explain.trust.deletion import SHARES, Order, at_random, variants
from regard.explain.trust.erasure import normalised
from regard.explain.trust.many import Many
from regard.metrics.resampling import Score, scored

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Trial:
    """What became of the answers to t texts when words were taken away in some order."""

    full: Floats
    empty: Floats
    values: Floats
    """[t, 2 s]: without the first words, and with them alone."""

    @property
    def drop(self) -> Floats:
        """What each answer loses from the whole text to the empty one."""
        return self.full - self.empty

    def first(self, count: int) -> "Trial":
        """The same for the first so many texts."""
        return Trial(full=self.full[:count], empty=self.empty[:count], values=self.values[:count])

    def curve(self) -> tuple[list[float], list[float]]:
        """The mean answer without the first words, for each share, and with them alone."""
        removed, kept = np.split(self.values.mean(0), 2)
        return removed.tolist(), kept.tolist()

    def figures(self) -> tuple[Score, Score]:
        """Comprehensiveness and sufficiency of all texts together."""
        parts = normalised(self.full, self.empty, self.values)
        return _ratio("comprehensiveness", parts[0], self.drop), _ratio("sufficiency", parts[1], self.drop)

    def beyond(self, control: "Trial") -> tuple[Score, Score]:
        """How far both lie above those of another order of the same texts."""
        own, other = (normalised(one.full, one.empty, one.values) for one in (self, control.first(len(self.full))))
        names = ("comprehensiveness", "sufficiency")
        first, second = (_ratio(name, a - b, self.drop) for name, a, b in zip(names, own, other, strict=True))
        return first, second


def tried(
    many: Many,
    orders: Sequence[Order],
    way: Way,
    ends: tuple[Floats, Floats],
    *,
    shares: Sequence[float] = SHARES,
    tell: Tell = lambda share: None,
) -> Trial:
    """The first texts, as many as there are orders, with words taken away in these; `ends` are full and empty."""
    texts: list[Tokens] = []
    for cut, order in zip(many.cuts, orders, strict=False):
        texts += variants(cut, order, way, shares)
    owners = np.repeat(np.arange(len(orders)), 2 * len(shares))
    values = many.ask(texts, owners.tolist(), tell).numpy().reshape(len(orders), -1)
    full, empty = (end[: len(orders)] for end in ends)
    return Trial(full=full, empty=empty, values=values)


def by_chance(
    many: Many,
    way: Way,
    ends: tuple[Floats, Floats],
    *,
    draws: int,
    seed: int,
    shares: Sequence[float] = SHARES,
    tell: Tell = lambda share: None,
) -> Trial:
    """The control: the mean over several random orders of each text."""
    found: list[Trial] = []
    for draw in range(draws):
        orders = [at_random(cut.words, (seed, draw, number)) for number, cut in enumerate(many.cuts)]

        def told(share: float, done: int = draw) -> None:
            tell((done + share) / draws)

        found.append(tried(many, orders, way, ends, shares=shares, tell=told))
    return Trial(full=found[0].full, empty=found[0].empty, values=np.mean([one.values for one in found], axis=0))


def both_ends(many: Many, way: Way) -> tuple[Floats, Floats]:
    """The probabilities of the whole texts and of the empty ones."""
    empty = many.ask([cut.without(range(cut.words), way) for cut in many.cuts], range(len(many))).numpy()
    return many.full(), empty


def _ratio(name: str, part: Floats, drop: Floats) -> Score:
    return scored(name, np.stack([part, drop], axis=1), _of_sums)


def _of_sums(sums: Floats) -> Floats:
    """Σ part / Σ drop; not a number where the texts say no more than nothing does."""
    drops = np.where(sums[..., 1] > 0, sums[..., 1], np.nan)
    return sums[..., 0] / drops
