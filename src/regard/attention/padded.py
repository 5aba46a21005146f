"""Texts side by side that cannot be separated from their lengths.

b texts, m tokens of the longest, n tokens in all.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from regard.attention.ragged import Ragged
from regard.errors import Mistake


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


def without_padding(
    ids: Int[Tensor, "b m"], mask: Bool[Tensor, "b m"] | Int[Tensor, "b m"] | None
) -> tuple[Int[Tensor, " n"], Ragged]:
    """The tokens for which the mask is True, end to end, wherever in a row they stand; None means all of them."""
    if mask is None:
        return ids.flatten(), Ragged(torch.full((len(ids),), ids.shape[1], device=ids.device))
    if mask.shape != ids.shape:
        raise Mistake(f"a mask of shape {list(mask.shape)} for tokens of shape {list(ids.shape)}: they must be alike.")
    real = mask.bool()
    return ids[real], Ragged(real.sum(1))


def with_padding(
    flat: Tensor, like: Int[Tensor, "b m"], mask: Bool[Tensor, "b m"] | Int[Tensor, "b m"] | None
) -> Tensor:
    """[n, …] back to where the tokens stood in `like`, [b, m, …], and zeros elsewhere."""
    if mask is None:
        return flat.unflatten(0, like.shape)
    return flat.new_zeros(*like.shape, *flat.shape[1:]).masked_scatter(
        mask.bool().view(*like.shape, *[1] * (flat.dim() - 1)), flat
    )
