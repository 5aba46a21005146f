"""Self-attention with residuals and norms (rows S2, S2b), positions (S3), CLS (S4) and heads (T3 to T5)."""

import math
from typing import Literal

import torch
from jaxtyping import Float
from torch import Tensor, nn

from regard.attention.ragged import Ragged
from regard.data.batch import Batch
from regard.errors import at_least
from regard.layers.blocks import Encoder, Front
from regard.layers.dropout import Dropout
from regard.layers.norms import Norm
from regard.layers.pooling import MeanPool, QueryPool
from regard.layers.positions import Position
from regard.layers.vectors import WordVectors

Logits = Float[Tensor, "b c"]


class Transformer(nn.Module):
    """x^(l) = g(x^(l−1) + f(x~^(l−1))) with x~ = norm(x), f self-attention, g(z) = z + W₂ ReLU(W₁ norm(z)).

    The text is the mean of the x^(L), their mean weighted by one learned query, or the last representation of a learned
    CLS in front. The course's models are its settings: S2 has no positions, S2b a BatchNorm, S3 positions, S4 CLS, and
    all of them several heads (T3 to T5).
    """

    def __init__(
        self,
        embed: WordVectors,
        classes: int,
        *,
        layers: int = 4,
        heads: int = 4,
        width: int = 0,
        hidden: int = 0,
        dropout: float = 0.1,
        attention_dropout: float = 0.0,
        norm: Norm = "layer",
        pre_norm: bool = True,
        position: Position = "sinusoidal",
        longest: int = 1024,
        neighbours: float = 0.0,
        scaled: bool = False,
        pooling: Literal["mean", "attention", "cls"] = "mean",
    ) -> None:
        """`width` 0 is that of the word vectors, `hidden` 0 four times the width; `longest` counts positions.

        With `neighbours` (4, say) heads are born looking at neighbours where positions are sinusoidal or learned.
        With `scaled` word vectors are multiplied by √d (Vaswani et al., 2017, section 3.4): they weigh more in the
        sum with what the blocks add, and are learned faster.
        """
        super().__init__()
        at_least(0, width=width, hidden=hidden)
        at_least(2 if pooling == "cls" else 1, longest=longest)
        self.embed = embed
        self.scale = math.sqrt(embed.width) if scaled else 1.0
        self.enter = nn.Linear(embed.width, width) if width else nn.Identity()
        width = width or embed.width
        self.front = Front(width) if pooling == "cls" else None
        self.encoder = Encoder(
            width,
            layers=layers,
            heads=heads,
            hidden=hidden or 4 * width,
            dropout=dropout,
            attention_dropout=attention_dropout,
            norm=norm,
            pre_norm=pre_norm,
            position=position,
            longest=longest,
            neighbours=neighbours,
        )
        self.looks = "pool" if pooling == "attention" else f"encoder.layers.{layers - 1}.attention"
        self.pool = _pool(pooling, width)
        self.drop = Dropout(dropout)
        self.classify = nn.Linear(width, classes)

    def forward(self, batch: Batch) -> Logits:
        """Look at each other in context, average or ask CLS, decide."""
        x, rows = self.words(batch)
        x = self.encoder(x, rows)
        each = torch.arange(len(x), device=x.device)
        text = x[rows.starts] if self.pool is None else self.pool(x, each, rows)
        return self.classify(self.drop(text))

    def words(self, batch: Batch) -> tuple[Float[Tensor, "n d"], Ragged]:
        """The tokens' vectors before they look at each other, with CLS in front if there is one."""
        x = self.enter(self.scale * self.embed(batch.words))[batch.tokens]
        return (x, batch.rows) if self.front is None else self.front(x, batch.rows)


def _pool(pooling: str, width: int) -> nn.Module | None:
    match pooling:
        case "mean":
            return MeanPool()
        case "attention":
            return QueryPool(width)
        case _:
            return None
