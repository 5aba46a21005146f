"""Means over texts with their intervals, as an audit gives them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from regard.findings.audit import Figure
from regard.metrics.intervals import Z, wilson
from regard.metrics.resampling import Score

UNKNOWN = (float("nan"), float("nan"))


def share_of(right: NDArray[np.bool_]) -> Figure:
    """A share of texts and its interval (Wilson)."""
    value = float(right.mean())
    return Figure(value=value, interval=wilson(value, len(right)), n=len(right))


def mean_of(values: Sequence[float] | NDArray[np.float64]) -> Figure:
    """A mean over texts and its interval, by the spread of the texts; nothing is sure of a single one."""
    known = np.asarray(values, dtype=np.float64)
    mean = float(known.mean())
    if len(known) < 2:
        return Figure(value=mean, interval=UNKNOWN, n=len(known))
    half = Z * float(known.std(ddof=1)) / len(known) ** 0.5
    return Figure(value=mean, interval=(mean - half, mean + half), n=len(known))


def figure_of(score: Score) -> Figure:
    """A ratio R = Σ a / Σ b of sums over texts and its interval, by the spread of a − R b.  Cochran (1977), chapter 6.

    Unlike a draw of the texts anew it never divides by a sum that happens to be nothing.
    """
    part, whole = score.counts[:, 0], score.counts[:, 1]
    rest = part - score.value * whole
    if len(part) < 2 or not np.isfinite(score.value):
        return Figure(value=score.value, interval=UNKNOWN, n=len(part))
    half = Z * float(rest.std(ddof=1)) / (len(part) ** 0.5 * float(whole.mean()))
    return Figure(value=score.value, interval=(score.value - half, score.value + half), n=len(part))
