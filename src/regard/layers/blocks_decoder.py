"""Blocks that look back at the target and across at the source, and stacks of them.

n rows, q tokens of the target that are new, d size of a vector.
"""

from typing import Literal, cast

import torch
from jaxtyping import Float
from torch import Tensor, nn

from regard.attention.cache import Memory, Past, look_back, recall, remember
from regard.attention.heads import Bias, KeysValues, MultiHead
from regard.attention.ragged import Ragged
from regard.layers.dropout import Dropout
from regard.layers.feedforward import FeedForward
from regard.layers.norms import NORMS, Norm
from regard.layers.positions import Sinusoidal
from regard.layers.relative import bias_of

Tokens = Float[Tensor, "n q d"]
DecoderPosition = Literal["sinusoidal", "relative", "bucketed", "alibi"]
"""How a decoder knows places, those of its past included."""


class DecoderBlock(nn.Module):
    """z = x + f(norm x), u = z + c(norm z), then u + g(norm u): a look back, a look across, a thought.

    That is pre-norm; post-norm is norm(x + f(x)) and so on, as in Vaswani et al. (2017), section 3.1.
    """

    def __init__(
        self,
        attention: MultiHead,
        cross: MultiHead,
        feed: nn.Module,
        norms: tuple[nn.Module, nn.Module, nn.Module],
        *,
        pre_norm: bool = True,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        self.attention, self.cross, self.feed, self.pre_norm = attention, cross, feed, pre_norm
        self.norm1, self.norm2, self.norm3 = norms
        self.drop = Dropout(dropout)

    def forward(
        self, x: Tokens, memory: Memory, layer: int, past: KeysValues | None = None, bias: Bias | None = None
    ) -> tuple[Tokens, KeysValues]:
        """The new tokens in the context of those before them and of the source; with them, the longer past."""
        looked, past = look_back(self.attention, self.norm1(x) if self.pre_norm else x, past, bias=bias)
        x = self._add(x, looked, self.norm1)
        x = self._add(x, recall(self.cross, self.norm2(x) if self.pre_norm else x, memory, layer), self.norm2)
        return self._add(x, self.feed(self.norm3(x) if self.pre_norm else x), self.norm3), past

    def _add(self, x: Tokens, found: Tokens, norm: nn.Module) -> Tokens:
        x = x + self.drop(found)
        return x if self.pre_norm else norm(x)


class Decoder(nn.Module):
    """A stack of blocks over targets of which some tokens may be known already. After pre-norm blocks comes a norm.

    Places are sinusoids added to the words, or distances, from one table for all layers, in the looks back.
    """

    def __init__(
        self,
        width: int,
        *,
        layers: int,
        heads: int,
        hidden: int,
        dropout: float,
        attention_dropout: float,
        norm: Norm,
        pre_norm: bool,
        position: DecoderPosition,
        longest: int,
    ) -> None:
        super().__init__()
        self.place = Sinusoidal(longest, width) if position == "sinusoidal" else None
        self.bias = bias_of(position, width // heads, heads)
        self.layers = nn.ModuleList(
            DecoderBlock(
                MultiHead(width, heads, dropout=attention_dropout),
                MultiHead(width, heads, dropout=attention_dropout),
                FeedForward(width, hidden),
                (NORMS[norm](width), NORMS[norm](width), NORMS[norm](width)),
                pre_norm=pre_norm,
                dropout=dropout,
            )
            for _ in range(layers)
        )
        self.norm = NORMS[norm](width) if pre_norm else nn.Identity()
        self.drop = Dropout(dropout)

    def remember(self, context: Float[Tensor, "s m d"], rows: Ragged) -> Memory:
        """The source as all layers will look at it."""
        return remember((cast(DecoderBlock, layer).cross for layer in self.layers), context, rows)

    def forward(self, x: Tokens, memory: Memory, past: Past) -> tuple[Tokens, Past]:
        """The new tokens in their context, and the longer past."""
        if self.place is not None:
            x = x + self.place(torch.arange(past.length, past.length + x.shape[-2], device=x.device))
        x = self.drop(x)
        longer: list[KeysValues] = []
        for number, layer in enumerate(self.layers):
            x, pair = layer(x, memory, number, past.layers[number] if past.layers else None, self.bias)
            longer.append(pair)
        return self.norm(x), Past(longer)
