"""Attention pooling over word vectors (rows P1 to P3v, P5): no word knows its neighbours.

A score and a value are computed once for each distinct word of the batch.
"""

from jaxtyping import Float
from torch import Tensor, nn

from regard.data.batch import Batch
from regard.layers.pooling import MeanPool, QueryPool, TextQueryPool
from regard.layers.vectors import WordVectors

Logits = Float[Tensor, "b c"]


class Pooled(nn.Module):
    """One vector for a text, by whatever pooling, and a linear classifier."""

    looks = "pool"

    def __init__(self, embed: WordVectors, classes: int, pool: nn.Module, dropout: float) -> None:
        super().__init__()
        self.embed = embed
        self.drop = nn.Dropout(dropout)
        self.pool = pool
        self.classify = nn.Linear(embed.width, classes)

    def forward(self, batch: Batch) -> Logits:
        """Pool, then decide."""
        text = self.pool(self.embed(batch.words), batch.tokens, batch.rows)
        return self.classify(self.drop(text))


class Mean(Pooled):
    """P1. t^ = 1/n Σ x_i, and a linear classifier."""

    def __init__(
        self, embed: WordVectors, classes: int, *, dropout: float = 0.0, attention_dropout: float = 0.0
    ) -> None:
        super().__init__(embed, classes, MeanPool(attention_dropout), dropout)


class Attention(Pooled):
    """P2. log p(a_i|t) = const + q·x_i with one learned query, t^ = Σ p(a_i|t) x_i."""

    def __init__(
        self, embed: WordVectors, classes: int, *, dropout: float = 0.0, attention_dropout: float = 0.0
    ) -> None:
        super().__init__(embed, classes, QueryPool(embed.width, attention_dropout), dropout)


class TextQuery(Pooled):
    """P3. The query is computed from the text's mean: log p(a_i|t) = const + q(t^_m)·x_i."""

    def __init__(
        self, embed: WordVectors, classes: int, *, dropout: float = 0.0, attention_dropout: float = 0.0
    ) -> None:
        super().__init__(embed, classes, TextQueryPool(embed.width, dropout=attention_dropout), dropout)


class TextQueryValue(Pooled):
    """P3v. As P3, with a value transform apart from the key: t^ = Σ p(a_i|t) v(x_i), v = ReLU(linear)."""

    def __init__(
        self, embed: WordVectors, classes: int, *, dropout: float = 0.0, attention_dropout: float = 0.0
    ) -> None:
        value = nn.Sequential(nn.Linear(embed.width, embed.width), nn.ReLU())
        super().__init__(embed, classes, TextQueryPool(embed.width, value, attention_dropout), dropout)
