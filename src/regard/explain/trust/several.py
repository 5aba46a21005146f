"""The figures of several answers as one: of all words of a translation."""

from collections.abc import Sequence
from math import sqrt
from typing import Any


def mean_of(each: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Figures of several answers as one: the mean of every number that they have, and what is true of most of them.

    Where chance would put the mean of n answers is √n times narrower than where it puts one, if each has its own draws.
    """
    found = {key: _mean([one[key] for one in each]) for key in each[0]}
    for key in (key for key, value in found.items() if key.endswith("_interval") and value is not None):
        low, high = found[key]
        half = (high - low) / 2 / sqrt(sum(one[key] is not None for one in each))
        found[key] = [(low + high) / 2 - half, (low + high) / 2 + half]
    return found


def _mean(values: Sequence[Any]) -> Any:
    known = [value for value in values if value is not None]
    if not known:
        return None
    if isinstance(known[0], dict):
        return mean_of(known)
    if isinstance(known[0], bool):
        return 2 * sum(known) > len(known)
    if isinstance(known[0], list):
        return [_mean(column) for column in zip(*known, strict=True)]
    return known[0] if isinstance(known[0], int) else sum(known) / len(known)
