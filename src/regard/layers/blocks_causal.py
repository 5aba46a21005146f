"""Blocks in which a token sees itself and those before it, over whole texts or one token at a time.

n tokens of all texts end to end; r rows, q of their tokens that are new; d size of a vector.
"""

import torch
from jaxtyping import Float
from torch import Tensor, nn

from regard.attention.core import Mask
from regard.attention.heads import Bias, KeysValues, MultiHead, Turn
from regard.attention.ragged import Ragged
from regard.layers.blocks import EncoderBlock


class CausalBlock(EncoderBlock):
    """A pre-norm block that looks back."""

    def __init__(
        self, attention: MultiHead, feed: nn.Module, norms: tuple[nn.Module, nn.Module], *, dropout: float = 0.0
    ) -> None:
        super().__init__(attention, feed, norms, pre_norm=True, dropout=dropout)

    def follow(
        self,
        x: Float[Tensor, "r q d"],
        past: KeysValues | None,
        mask: Mask | None = None,
        *,
        bias: Bias | None = None,
        turn: Turn | None = None,
    ) -> tuple[Float[Tensor, "r q d"], KeysValues]:
        """The new tokens in the context of those before them; with them, keys and values of all."""
        y = self.norm1(x)
        k, v = self.attention.remember(y, turn)
        if past is not None:
            k, v = torch.cat([past[0], k], dim=-2), torch.cat([past[1], v], dim=-2)
        x = x + self.drop(self.attention.look(y, (k, v), mask, bias=bias, turn=turn, causal=x.shape[-2] > 1))
        return x + self.drop(self.feed(self.norm2(x))), (k, v)

    def _look(
        self, x: Float[Tensor, "n d"], rows: Ragged, bias: Bias | None, turn: Turn | None
    ) -> Float[Tensor, "n d"]:
        return self.attention.among(x, rows, bias=bias, turn=turn, causal=True)
