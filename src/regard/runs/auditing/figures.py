"""Means over texts with their intervals, as an audit gives them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from regard.findings.audit import Figure
from regard.metrics.intervals import Z, student
from regard.metrics.resampling import Score

UNKNOWN = (float("nan"), float("nan"))


def share_of(values: Sequence[float] | NDArray[np.bool_] | NDArray[np.float64]) -> Figure:
    """A mean over texts of numbers from 0 to 1, such as whether an answer is right, and its interval.

    Wilson's (1927), with the spread of the texts in the place of m (1 − m), which it is where all are 0 or 1: it never
    leaves 0 to 1, and a few texts that all agree make nothing sure.
    """
    known = np.asarray(values, dtype=np.float64)
    mean, n = float(known.mean()), len(known)
    scale = 1 + Z**2 / n
    centre = (mean + Z**2 / (2 * n)) / scale
    half = Z * (float(known.var()) / n + Z**2 / (4 * n**2)) ** 0.5 / scale
    return Figure(value=mean, interval=(max(0.0, centre - half), min(1.0, centre + half)), n=n)


def mean_of(values: Sequence[float] | NDArray[np.float64]) -> Figure:
    """A mean over texts and Student's interval, by the spread of the texts; nothing is sure of a single one."""
    known = np.asarray(values, dtype=np.float64)
    mean = float(known.mean())
    if len(known) < 2:
        return Figure(value=mean, interval=UNKNOWN, n=len(known))
    half = student(len(known)) * float(known.std(ddof=1)) / len(known) ** 0.5
    return Figure(value=mean, interval=(mean - half, mean + half), n=len(known))


def figure_of(score: Score) -> Figure:
    """A ratio R = Σ a / Σ b of sums over texts and its interval, by the spread of a − R b.  Cochran (1977), chapter 6.

    Unlike a draw of the texts anew it never divides by a sum that happens to be nothing.
    """
    part, whole = score.counts[:, 0], score.counts[:, 1]
    rest = part - score.value * whole
    if len(part) < 2 or not np.isfinite(score.value):
        return Figure(value=score.value, interval=UNKNOWN, n=len(part))
    half = student(len(part)) * float(rest.std(ddof=1)) / (len(part) ** 0.5 * float(whole.mean()))
    return Figure(value=score.value, interval=(score.value - half, score.value + half), n=len(part))
