"""Means over texts with their intervals, as an audit gives them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from regard.findings.audit import Figure
from regard.metrics.intervals import Z, wilson
from regard.metrics.resampling import Score, interval

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


def figure_of(score: Score, seed: int = 0) -> Figure:
    """A ratio of sums over texts and its interval, by drawing the texts anew."""
    several = len(score.counts) > 1
    return Figure(value=score.value, interval=interval([score], seed=seed) if several else UNKNOWN, n=len(score.counts))
