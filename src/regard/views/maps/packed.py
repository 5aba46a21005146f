"""Attention maps in few bytes: the weights that stand out, row by row, and the mean of the others.

A head of BERT-base has 262,144 weights for a text of 512 tokens, and there are 144 heads: 151 MB. But most weights of a
row are near nothing. So a row keeps its few largest weights, and others too as long as the page stays small; what is
left out is shown as its mean over the places that the row can see. The largest difference from the true weights is
measured, not estimated, and travels with the data.

r rows, c columns.
"""

import base64
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regard.explain.explanation import Map
from regard.explain.rows import array_of

BUDGET = 2_200_000
"""Weights kept over all maps: about 1.6 bytes each on the page."""
ALWAYS = 8
"""Weights kept of every row, if it has as many."""
FINE = 400_000
"""Weights up to which all are kept in two bytes each."""
STEPS = 4096
"""How finely the least weight to keep is chosen."""

Array = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Packed:
    """Maps as bytes, and what they lost."""

    counts: bytes
    """How many weights each row of each map keeps, two bytes a row."""
    gaps: bytes
    """For each of them how many columns it stands behind the one before, less one; 255 means 255 and more to come."""
    values: bytes
    """For each of them √(w / largest of its row), in `levels` steps."""
    scales: bytes
    """The largest weight of each row, and the sum of what it does not keep: two bytes each, in steps of 1/65535."""
    levels: int
    causal: list[bool]
    """Of each map, whether no row sees a column after its own."""
    kept: int
    weights: int
    """How many there were."""
    share: float
    """The part of all the weight that is kept one by one."""
    error: float
    """The largest difference between a weight and what the page shows for it."""

    def streams(self) -> dict[str, str]:
        """The bytes, compressed (RFC 1950) and written in base64."""
        named = {"counts": self.counts, "gaps": self.gaps, "values": self.values, "scales": self.scales}
        return {name: base64.b64encode(zlib.compress(each, 9)).decode("ascii") for name, each in named.items()}


def pack(maps: Sequence[Map], budget: int = BUDGET) -> Packed:
    """The maps, at most about so many of their weights one by one."""
    grids = [array_of(one.weights) for one in maps]
    every = sum(grid.size for grid in grids)
    least, levels = threshold(grids, budget), 65535 if every <= FINE else 255
    rows = [_packed(grid, chosen(grid, least), levels) for grid in grids]
    whole = sum(float(grid.sum(dtype=np.float64)) for grid in grids)
    return Packed(
        counts=b"".join(row.counts for row in rows),
        gaps=b"".join(row.gaps for row in rows),
        values=b"".join(row.values for row in rows),
        scales=b"".join(row.scales for row in rows),
        levels=levels,
        causal=[row.causal for row in rows],
        kept=sum(row.kept for row in rows),
        weights=every,
        share=sum(row.held for row in rows) / whole if whole else 1.0,
        error=max((row.error for row in rows), default=0.0),
    )


def threshold(grids: Sequence[Array], budget: int) -> float:
    """The least weight to keep so that they fit into the budget beside those that every row keeps."""
    if sum(grid.size for grid in grids) <= budget:
        return 0.0
    spare = max(budget - sum(len(grid) * min(ALWAYS, grid.shape[1]) for grid in grids), 0)
    found = np.zeros(STEPS + 1, dtype=np.int64)
    for grid in grids:
        steps = (np.sqrt(grid.clip(0, 1), dtype=np.float32) * STEPS).astype(np.uint16)
        found += np.bincount(steps.ravel(), minlength=STEPS + 1)
    above = found[::-1].cumsum()[::-1]
    return float((int((above > spare).sum()) / STEPS) ** 2)


def chosen(grid: Array, least: float) -> NDArray[np.bool_]:
    """[r, c] which weights are kept: those of at least that much, and the largest of every row; none that is 0."""
    if least <= 0 or grid.shape[1] <= ALWAYS:
        return grid > 0
    next_one = np.partition(grid, -ALWAYS - 1, axis=1)[:, -ALWAYS - 1]
    return (grid > next_one[:, None]) | (grid >= least)


@dataclass(frozen=True)
class _Rows:
    counts: bytes
    gaps: bytes
    values: bytes
    scales: bytes
    causal: bool
    kept: int
    held: float
    error: float


def _packed(grid: Array, kept: NDArray[np.bool_], levels: int) -> _Rows:
    """One map: what is kept of it as bytes, and how far what is shown lies from it."""
    down, across = grid.shape
    rows, columns = np.nonzero(kept)
    weights = grid[rows, columns]
    causal = down == across > 1 and not grid[0, 1:].any() and not np.triu(grid, 1).any()
    largest = np.ceil(grid.max(axis=1, initial=0.0).clip(0, 1) * 65535).astype(np.uint16)
    held = np.bincount(rows, weights=weights, minlength=down)
    rest = np.rint((grid.sum(1, dtype=np.float64) - held).clip(0, 1) * 65535).astype(np.uint16)
    scale = largest[rows] / 65535
    values = np.rint(np.sqrt(weights / np.maximum(scale, 1 / 65535)).clip(0, 1) * levels)
    counts = np.bincount(rows, minlength=down)
    places = np.arange(1, down + 1) if causal else np.full(down, across)
    mean = (rest / 65535 / np.maximum(places - counts, 1)).astype(grid.dtype)
    apart = grid - mean[:, None]
    apart = np.abs(apart, out=apart)
    if causal:
        apart = np.tril(apart)
    apart[rows, columns] = np.abs(weights - scale * (values / levels) ** 2)
    first = np.r_[True, rows[1:] != rows[:-1]][: len(rows)]
    gaps = columns - np.where(first, -1, np.r_[-1, columns[:-1]][: len(columns)]) - 1
    return _Rows(
        counts=counts.astype("<u2").tobytes(),
        gaps=_varied(gaps),
        values=values.astype("<u2" if levels > 255 else np.uint8).tobytes(),
        scales=np.stack([largest, rest], axis=1).astype("<u2").tobytes(),
        causal=bool(causal),
        kept=len(rows),
        held=float(held.sum()),
        error=float(apart.max(initial=0.0)),
    )


def _varied(gaps: NDArray[np.intp]) -> bytes:
    """Each number as bytes that add up to it: as many of 255 as it has, then what remains."""
    many = gaps // 255
    found = np.full(len(gaps) + int(many.sum()), 255, dtype=np.uint8)
    found[np.cumsum(many + 1) - 1] = gaps % 255
    return found.tobytes()
