"""How sure a number is, and whether two numbers differ."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from regard.findings import Interval

Right = np.ndarray[Any, np.dtype[np.bool_]]
"""For each example, whether a model was right."""

Z = 1.959963984540054
"""A normal variable lies within ± Z standard deviations with probability 0.95."""


STUDENT = {2: 12.706, 3: 4.303, 4: 3.182, 5: 2.776, 6: 2.571, 7: 2.447, 8: 2.365, 9: 2.306, 10: 2.262}
"""The mean of so many numbers, whose spread is known only from themselves, lies within ± so many of its standard errors
with probability 0.95 (Student 1908)."""


def student(n: int) -> float:
    """Within ± how many of its standard errors the mean of n lies with probability 0.95; n is two at least.

    Beyond ten by the first terms in 1 / (n − 1) (Fisher & Cornish 1960), which miss by less than 0.01.
    """
    freedom = n - 1
    near = Z + (Z**3 + Z) / (4 * freedom) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)
    return STUDENT.get(n, near)


def wilson(share: float, n: int, spread: float = 0.0) -> Interval:
    """95 % interval of a share seen on n examples (Wilson 1927), widened by a variance `spread` from elsewhere."""
    variance = share * (1 - share) / n + Z**2 / (4 * n**2) + spread
    scale = 1 + Z**2 / n
    centre = (share + Z**2 / (2 * n)) / scale
    half = Z * math.sqrt(variance) / scale
    return max(0.0, centre - half), min(1.0, centre + half)


def over_seeds(shares: Sequence[float], n: int) -> Interval:
    """95 % interval of a mean accuracy: chance in the n test examples, plus chance in the seeds."""
    return wilson(float(np.mean(shares)), n, of_seeds(shares))


def of_seeds(shares: Sequence[float]) -> float:
    """Variance of a mean over seeds, widened so that ± Z standard deviations hold Student's 95 %; 0 for one seed."""
    if len(shares) < 2:
        return 0.0
    few = STUDENT.get(len(shares), Z) / Z
    return few**2 * float(np.var(shares, ddof=1)) / len(shares)


def paired(model: Sequence[Right], baseline: Sequence[Right]) -> tuple[float, Interval, float]:
    """Difference in accuracy of two models on the same examples, its 95 % interval, and p.

    Each model comes as one array a seed. An example's score is the share of seeds that got it right, so the
    spread over examples and over seeds both count. p is two-sided: the chance of a difference this large if
    swapping the two models on each example made none (a sign-flip test in its normal limit; with one seed
    each this is McNemar's test).
    """
    difference = np.mean([right.astype(float) for right in model], axis=0) - np.mean(
        [right.astype(float) for right in baseline], axis=0
    )
    n = len(difference)
    mean = float(difference.mean())
    seeds = sum(of_seeds([float(right.mean()) for right in side]) for side in (model, baseline))
    error = math.sqrt(float((difference**2).sum()) / n**2 + seeds)
    if error == 0.0:
        return 0.0, (0.0, 0.0), 1.0
    half = Z * math.sqrt(float(difference.var()) / n + seeds)
    return mean, (mean - half, mean + half), math.erfc(abs(mean) / error / math.sqrt(2))
