"""The words of one language: read, and said.

v words, n tokens, d size of a vector.
"""

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.errors import at_least
from regard.layers.saying import cross_entropy


class Words(nn.Module):
    """A vector for each word. `tied`: the output layer is the same table (Press & Wolf, 2017)."""

    def __init__(self, words: int, width: int, *, tied: bool = True, bias: bool = False, spread: float = 0.02) -> None:
        super().__init__()
        at_least(1, width=width)
        self.weight = nn.Parameter(nn.init.normal_(torch.empty(words, width), std=spread))
        self.output = None if tied else nn.Parameter(nn.init.normal_(torch.empty(words, width), std=spread))
        self.bias = nn.Parameter(torch.zeros(words)) if bias else None

    def forward(self, ids: Int[Tensor, "*_"]) -> Float[Tensor, "*_ d"]:
        """Vectors of words."""
        return F.embedding(ids, self.weight)

    def say(self, x: Float[Tensor, "*_ d"]) -> Float[Tensor, "*_ v"]:
        """A logit for each word."""
        return F.linear(x, self._table(), self.bias)

    def loss(self, x: Float[Tensor, "n d"], wanted: Int[Tensor, " n"], smoothing: float = 0.0) -> Float[Tensor, ""]:
        """The mean cross-entropy of saying the wanted words; the same as by way of `say`, and cheaper."""
        return cross_entropy(x, self._table(), self.bias, wanted, smoothing)

    def _table(self) -> Float[Tensor, "v d"]:
        return self.weight if self.output is None else self.output
