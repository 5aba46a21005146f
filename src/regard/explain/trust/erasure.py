"""What becomes of an answer as words are taken away in some order, and whether that is more than chance explains.

s shares of the words, r random orders. Values [2 s] are f without the first words, for each share, and then f of these
words alone.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from regard.explain.cut import Way
from regard.metrics.intervals import Interval

Values = NDArray[np.float64]
Verdict = Literal["better", "worse", "alike", "unmoved", "few", "one", "equal"]
"""What one order of the words is worth: its first words matter more or less than those of random orders, or no more
than chance explains; or why that cannot be told: nothing that was taken away moves the answer, the words are too few
for any order to be rare, there is only one, or the explanation puts none of them first."""

LEAST = 0.1
"""A drop from the whole text to the empty one that is a smaller share of what is asked, or of how far words that are
taken away move it, says nothing: nothing is divided by it."""
LOGITS = 0.2
"""The same for a difference of two logits, which has no whole to be a share of: near ½ that is 5 % of probability."""
UNMOVED = 0.01
"""How little all that is tried moves what is asked, as a share of it, where no word can be said to matter; for a
difference of logits, that number itself."""
OUTSIDE = 0.025
"""Share of the random orders that lie below the range that is told, and above it."""
ROUNDING = 1e-6
"""What two readings of the same may differ by, as a share."""


@dataclass(frozen=True, kw_only=True)
class Curve:
    """What becomes of the answer as words are taken out, and when they stand alone."""

    removed: list[float]
    """f without the first words, for each share."""
    kept: list[float]
    """f of the first words alone, for each share."""
    comprehensiveness: float | None
    sufficiency: float | None
    """Both normalised; None where the way from the whole text to the empty one is too short to be divided by."""
    lost: float
    """f(x) − f(x without r), mean over shares: comprehensiveness as DeYoung et al. have it."""
    missing: float
    """f(x) − f(r alone), mean over shares: sufficiency as they have it, the smaller the better."""


@dataclass(frozen=True, kw_only=True)
class Erasure:
    """An explanation beside its controls, where words are taken away in one way."""

    way: Way
    full: float
    """f of the whole text."""
    empty: float
    """f of the empty text."""
    mine: Values
    """In the order of the explanation; the mean over orders of words that weigh alike."""
    chance: NDArray[np.float64]
    """[r, 2 s]: in random orders."""
    exact: Values | None
    """In the order of exact leave-one-out; None for texts too long for it."""
    contrast: bool = False
    """Whether f is a difference of two logits, and no probability."""

    @property
    def drop(self) -> float:
        """What the answer loses from the whole text to the empty one: what all is normalised by."""
        return self.full - self.empty

    @property
    def against(self) -> bool:
        """Whether the text speaks against what is explained: f(x) is well below f(∅)."""
        return self.drop < 0 and self._apart

    @property
    def gives(self) -> bool:
        """Whether the text gives the answer something to be divided by: f(x) is well above f(∅)."""
        return self.drop > 0 and self._apart and self.drop >= LEAST * float(np.abs(self._tried - self.full).max())

    @property
    def explained(self) -> Curve:
        """In the order of the explanation."""
        return self._curve(self.mine)

    @property
    def random(self) -> Curve:
        """Mean over random orders."""
        return self._curve(self.chance.mean(0))

    @property
    def reference(self) -> Curve | None:
        """In the order of exact leave-one-out."""
        return None if self.exact is None else self._curve(self.exact)

    @property
    def lost_interval(self) -> Interval:
        """Where 95 % of the random orders fall: what the answer loses without their first words."""
        return _middle(normalised(self.full, self.empty, self.chance)[0])

    @property
    def missing_interval(self) -> Interval:
        """The same for what it loses with these words alone."""
        return _middle(self.drop - normalised(self.full, self.empty, self.chance)[1])

    @property
    def verdict(self) -> Literal["better", "worse", "alike", "unmoved"]:
        """Whether the words that are named first matter more, or less, than those of all but a few random orders."""
        first = self._tried[:, : self._tried.shape[1] // 2]
        size = 1.0 if self.contrast else max(abs(self.full), float(np.abs(first).max()))
        if float(np.abs(first - self.full).max()) <= UNMOVED * size:
            return "unmoved"
        low, high = self.lost_interval
        lost = self.explained.lost
        return "better" if lost > high + ROUNDING * size else "worse" if lost < low - ROUNDING * size else "alike"

    @property
    def _apart(self) -> bool:
        """Whether the text is answered otherwise than the empty one."""
        return abs(self.drop) >= (LOGITS if self.contrast else max(LEAST * max(self.full, self.empty), 1e-300))

    @property
    def _tried(self) -> Values:
        """All values, an order a row."""
        return np.stack([self.mine, *self.chance, *([] if self.exact is None else [self.exact])])

    def _curve(self, values: Values) -> Curve:
        removed, kept = np.split(values, 2)
        gone, alone = normalised(self.full, self.empty, values)
        return Curve(
            removed=removed.tolist(),
            kept=kept.tolist(),
            comprehensiveness=float(gone) / self.drop if self.gives else None,
            sufficiency=float(alone) / self.drop if self.gives else None,
            lost=float(gone),
            missing=self.drop - float(alone),
        )


def normalised(
    full: Values | float, empty: Values | float, values: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What each text adds to the sums of comprehensiveness and of sufficiency, mean over shares, [...].

    `values` [..., 2 s]. Divided by full − empty they are the figures of one text; the sum over texts divided by the sum
    of full − empty is that of a corpus, where no text divides by almost nothing.
    """
    removed, kept = np.split(np.asarray(values, dtype=np.float64), 2, axis=-1)
    return full - removed.mean(-1), kept.mean(-1) - empty


def averaged(each: list[Erasure]) -> Erasure:
    """Several answers to one text as one, whose figures are those of their means.

    Each answer has random orders of its own; the mean over answers of the first of each is a random order of the mean.
    """
    exact = [one.exact for one in each if one.exact is not None]
    return Erasure(
        way=each[0].way,
        full=float(np.mean([one.full for one in each])),
        empty=float(np.mean([one.empty for one in each])),
        mine=np.mean([one.mine for one in each], axis=0),
        chance=np.mean([one.chance for one in each], axis=0),
        exact=np.mean(exact, axis=0) if len(exact) == len(each) else None,
        contrast=each[0].contrast,
    )


def _middle(values: NDArray[np.float64]) -> Interval:
    """The ends between which another value, drawn like these r, falls with probability 0.95.

    It is as likely to stand at any of the r + 1 places among them: below the k-th smallest with probability
    k / (r + 1), whatever the distribution. With fewer than 39 the ends are the outermost, and hold less.
    """
    ordered, places = np.sort(values), max(1, int(OUTSIDE * (len(values) + 1) + 1e-9))
    return float(ordered[places - 1]), float(ordered[-places])
