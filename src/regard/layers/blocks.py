"""Blocks of self-attention, and stacks of them.

n tokens of all texts end to end, d size of a vector. Only attention itself works on padded texts.
"""

from typing import cast

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from regard.attention.heads import Bias, MultiHead, Turn
from regard.attention.ragged import Ragged
from regard.errors import at_least
from regard.layers.dropout import Dropout
from regard.layers.feedforward import FeedForward
from regard.layers.neighbours import look_at_neighbours
from regard.layers.norms import NORMS, Norm
from regard.layers.positions import Learned, Position, Rotary, Sinusoidal
from regard.layers.relative import bias_of

Tokens = Float[Tensor, "n d"]


class EncoderBlock(nn.Module):
    """z = x + f(norm x), then z + g(norm z), with f self-attention and g the feed-forward network.

    That is pre-norm (Xiong et al., 2020). Post-norm is norm(x + f(x)), then norm(z + g(z)), as in Vaswani et al.
    (2017), section 3.1.
    """

    def __init__(
        self,
        attention: MultiHead,
        feed: nn.Module,
        norms: tuple[nn.Module, nn.Module],
        *,
        pre_norm: bool = True,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        self.attention, self.feed, self.pre_norm = attention, feed, pre_norm
        self.norm1, self.norm2 = norms
        self.drop = Dropout(dropout)

    def forward(self, x: Tokens, rows: Ragged, *, bias: Bias | None = None, turn: Turn | None = None) -> Tokens:
        """Look at each other, then think alone."""
        if self.pre_norm:
            x = x + self.drop(self._look(self.norm1(x), rows, bias, turn))
            return x + self.drop(self.feed(self.norm2(x)))
        x = self.norm1(x + self.drop(self._look(x, rows, bias, turn)))
        return self.norm2(x + self.drop(self.feed(x)))

    def _look(self, x: Tokens, rows: Ragged, bias: Bias | None, turn: Turn | None) -> Tokens:
        return self.attention.among(x, rows, bias=bias, turn=turn)


class Encoder(nn.Module):
    """A stack of blocks over texts whose tokens know their places in one of the ways that there are.

    Absolute positions are added to the input; rotary and relative ones (one table for all layers) reach into every
    attention. After the last pre-norm block comes a norm of its own. Dropout falls on the input and on what each block
    adds, as in Vaswani et al. (2017), section 5.4.
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
        position: Position,
        longest: int,
        neighbours: float = 0.0,
    ) -> None:
        """With `neighbours` heads are born looking at neighbours, so strongly, where places are added to the words."""
        super().__init__()
        at_least(1, width=width, layers=layers, heads=heads, hidden=hidden, longest=longest)
        at_least(0, neighbours=neighbours)
        absolute = {"sinusoidal": Sinusoidal, "learned": Learned}
        self.place = absolute[position](longest, width) if position in absolute else None
        self.longest = longest
        self.turn = Rotary(width // heads) if position == "rotary" else None
        self.bias = bias_of(position, width // heads, heads)
        self.layers = nn.ModuleList(
            EncoderBlock(
                MultiHead(width, heads, dropout=attention_dropout),
                FeedForward(width, hidden),
                (NORMS[norm](width), NORMS[norm](width)),
                pre_norm=pre_norm,
                dropout=dropout,
            )
            for _ in range(layers)
        )
        if self.place is not None and neighbours:
            for layer in self.layers:
                look_at_neighbours(cast(EncoderBlock, layer).attention, neighbours)
        self.norm = NORMS[norm](width) if pre_norm else nn.Identity()
        self.drop = Dropout(dropout)

    def forward(self, x: Tokens, rows: Ragged) -> Tokens:
        """The tokens in their context."""
        if self.place is not None:
            x = x + self.place(rows.position)
        x = self.drop(x)
        turn = None if self.turn is None else self.turn.at(rows.position)
        for layer in self.layers:
            x = layer(x, rows, bias=self.bias, turn=turn)
        return self.norm(x)


class Front(nn.Module):
    """One learned vector in front of every text: x_1^(0) = x_CLS."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.vector = nn.Parameter(nn.init.normal_(torch.empty(width), std=0.1))

    def forward(self, x: Tokens, rows: Ragged) -> tuple[Tokens, Ragged]:
        """The tokens with theirs in front, and the texts, one token longer each."""
        longer = Ragged(rows.lengths + 1)
        texts = len(rows.lengths)
        following = torch.arange(len(longer.owner), device=x.device) - longer.owner + texts - 1
        order = torch.where(longer.position == 0, longer.owner, following)
        return F.embedding(order, torch.cat([self.vector.expand(texts, -1), x])), longer
