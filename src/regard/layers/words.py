"""The words of one language: read, and said.

v words, d size of a vector.
"""

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.errors import at_least
from regard.layers.saying import Saying


class Words(Saying):
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

    def table(self) -> Float[Tensor, "v d"]:
        """What words are said by."""
        return self.weight if self.output is None else self.output
