"""Texts side by side that cannot be separated from their lengths.

b texts, m tokens of the longest, n tokens in all.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Int
from torch import Tensor

from regard.attention.ragged import Ragged


@dataclass(frozen=True)
class Padded:
    """Token numbers of several texts, 0 after the end of the shorter ones; what is text is said by `rows` alone."""

    ids: Int[Tensor, "b m"]
    rows: Ragged

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def tokens(self) -> Int[Tensor, " n"]:
        """The tokens end to end, without padding."""
        return self.rows.flat(self.ids)

    def pick(self, rows: Int[Tensor, " k"]) -> "Padded":
        """These texts, in this order, cut to the longest of them."""
        chosen = Ragged(self.rows.lengths[rows])
        return Padded(self.ids[rows, : chosen.longest], chosen)

    def to(self, device: torch.device) -> "Padded":
        """The same texts on another device."""
        return Padded(self.ids.to(device), self.rows.to(device))


def side_by_side(texts: Sequence[Sequence[int]], device: torch.device | None = None) -> Padded:
    """Texts given as lists of token numbers."""
    rows = Ragged(torch.tensor([len(text) for text in texts], device=device))
    flat = torch.tensor([token for text in texts for token in text], dtype=torch.long, device=device)
    return Padded(rows.pad(flat), rows)
