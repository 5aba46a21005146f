"""Pooling: a text's many vectors become one, a weighted mean.

Each pool is (x, tokens, rows) → one vector a text: x [u d] holds the vectors, token i of the batch is the
vector `tokens[i]`, and `rows` says which tokens make up which text.
"""

from collections.abc import Callable

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.attention.core import mix_ragged
from regard.attention.ragged import Ragged

Vectors = Float[Tensor, "u d"]
Tokens = Int[Tensor, " n"]
Texts = Float[Tensor, "b e"]


class MeanPool(nn.Module):
    """t^ = 1/n Σ x_i: attention with equal scores."""

    def __init__(self, dropout: float = 0.0) -> None:
        super().__init__()
        self.dropout = dropout

    def forward(self, x: Vectors, tokens: Tokens, rows: Ragged) -> Texts:
        """The mean of each text."""
        scores = x.new_zeros(len(tokens))
        return mix_ragged(scores, x, tokens, rows, by=self, dropout=self.dropout if self.training else 0.0)


class QueryPool(nn.Module):
    """log p(a_i|t) = const + q·x_i, t^ = Σ p(a_i|t) x_i, with one learned query q.

    The query starts at zero, so that training starts from the mean.
    """

    def __init__(self, width: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.query = nn.Parameter(torch.zeros(width))
        self.dropout = dropout

    def forward(self, x: Vectors, tokens: Tokens, rows: Ragged) -> Texts:
        """A score for each distinct vector, then the weighted mean of each text."""
        scores = (x @ self.query)[tokens]
        return mix_ragged(scores, x, tokens, rows, by=self, dropout=self.dropout if self.training else 0.0)


class TextQueryPool(nn.Module):
    """log p(a_i|t) = const + q(t^_m)·x_i, t^ = Σ p(a_i|t) v(x_i): the text's own mean asks the question.

    q is affine and starts at zero; v is the identity unless a value transform is given.
    """

    def __init__(self, width: int, value: Callable[[Tensor], Tensor] | None = None, dropout: float = 0.0) -> None:
        super().__init__()
        self.mean = MeanPool()
        self.query = nn.Linear(width, width)
        self.value = value
        self.dropout = dropout
        nn.init.zeros_(self.query.weight)
        nn.init.zeros_(self.query.bias)

    def forward(self, x: Vectors, tokens: Tokens, rows: Ragged) -> Texts:
        """Every text's query against every distinct vector at once, of which its own tokens are kept."""
        queries = self.query(self.mean(x, tokens, rows))
        scores = (queries @ x.T)[rows.owner, tokens]
        values = x if self.value is None else self.value(x)
        return mix_ragged(scores, values, tokens, rows, by=self, dropout=self.dropout if self.training else 0.0)
