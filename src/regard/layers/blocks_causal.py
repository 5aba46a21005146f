"""Blocks in which a token sees itself and those before it, over whole texts or one token at a time.

n tokens of all texts end to end; r rows, q of their tokens that are new; d size of a vector.
"""

from jaxtyping import Float
from torch import Tensor, nn

from regard.attention.cache import look_back
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
        looked, longer = look_back(self.attention, self.norm1(x), past, mask, bias=bias, turn=turn)
        x = x + self.drop(looked)
        return x + self.drop(self.feed(self.norm2(x))), longer

    def _look(
        self, x: Float[Tensor, "n d"], rows: Ragged, bias: Bias | None, turn: Turn | None
    ) -> Float[Tensor, "n d"]:
        return self.attention.among(x, rows, bias=bias, turn=turn, causal=True)
