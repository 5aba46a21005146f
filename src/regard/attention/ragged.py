"""Rows of unequal length, laid end to end.

b rows, n entries in all, m the length of the longest row.
"""

from functools import cached_property
from typing import Any

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Int
from torch import Tensor


class Ragged:
    """Where each row begins and ends in a flat tensor: row r holds `lengths[r]` entries, after those of row r - 1."""

    def __init__(self, lengths: Int[Tensor, " b"]) -> None:
        self.lengths = lengths

    @cached_property
    def starts(self) -> Int[Tensor, " b"]:
        """Place of each row's first entry."""
        return self.lengths.cumsum(0) - self.lengths

    @cached_property
    def owner(self) -> Int[Tensor, " n"]:
        """The row of each entry."""
        rows = torch.arange(len(self.lengths), device=self.lengths.device)
        return rows.repeat_interleave(self.lengths, output_size=self.total)

    @cached_property
    def bounds(self) -> Int[Tensor, " b+1"]:
        """Where rows begin and end, as kernels for rows end to end want to know it."""
        return F.pad(self.lengths.cumsum(0), (1, 0)).int()

    @cached_property
    def position(self) -> Int[Tensor, " n"]:
        """The place of each entry in its row, counted from 0."""
        return torch.arange(len(self.owner), device=self.lengths.device) - self.starts[self.owner]

    @cached_property
    def total(self) -> int:
        """Entries in all."""
        return int(self.lengths.sum())

    @cached_property
    def longest(self) -> int:
        """Length of the longest row."""
        return int(self.lengths.max())

    @cached_property
    def even(self) -> bool:
        """Whether all rows have the same length, so that nothing is ever padded."""
        return int(self.lengths.min()) == self.longest

    @cached_property
    def mask(self) -> Bool[Tensor, "b m"]:
        """True where a padded row holds an entry."""
        return torch.arange(self.longest, device=self.lengths.device) < self.lengths[:, None]

    @property
    def key_mask(self) -> Bool[Tensor, "b 1 1 m"]:
        """Which keys the queries of each padded row may see, whatever their head."""
        return self.mask[:, None, None]

    @cached_property
    def place(self) -> Int[Tensor, " n"]:
        """The place of each entry among all places of padded rows, which are counted row by row."""
        return self.owner * self.longest + self.position

    def pad(self, flat: Tensor, fill: float = 0.0) -> Tensor:
        """[n, …] to [b, m, …], with `fill` after the end of the shorter rows."""
        shape = (len(self.lengths), self.longest)
        if not self.even:
            flat = flat.new_full((shape[0] * shape[1], *flat.shape[1:]), fill).index_copy_(0, self.place, flat)
        return flat.unflatten(0, shape)

    def flat(self, padded: Tensor) -> Tensor:
        """[b, m, …] back to [n, …]: what stands after the end of a row is left out."""
        places = padded.flatten(0, 1)
        return places if self.even else places.index_select(0, self.place)

    def settled(self) -> "Ragged":
        """These rows, once all that attention asks of them is known."""
        _ = self.total, self.longest, self.even, self.bounds, self.owner, self.position, self.place, self.mask
        return self

    def twice(self) -> "Ragged":
        """All rows, and then all of them again."""
        longer = Ragged(self.lengths.repeat(2))
        longer.total, longer.longest, longer.even = 2 * self.total, self.longest, self.even
        return longer

    def to(self, *args: Any, **kwargs: Any) -> "Ragged":
        """The same rows on another device, where nobody has to wait for numbers that were known here."""
        moved = Ragged(self.lengths.to(*args, **kwargs))
        if len(self.lengths) and self.lengths.device.type == "cpu" and moved.lengths.device.type != "cpu":
            moved.total, moved.longest, moved.even = self.total, self.longest, self.even
        return moved
