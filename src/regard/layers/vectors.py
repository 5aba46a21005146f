"""Word vectors.

u distinct words of a batch, d size of a vector.
"""

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn


class WordVectors(nn.Module):
    """A vector for each word, of which a batch reads, and an optimiser changes, only the rows it uses.

    The gradient is sparse: what a step costs grows with the words of the batch, not with the vocabulary.
    """

    def __init__(self, words: int, width: int, *, tuned: bool = True) -> None:
        super().__init__()
        self.width = width
        self.weight = nn.Parameter(nn.init.normal_(torch.empty(words, width), std=0.1), requires_grad=tuned)

    def forward(self, words: Int[Tensor, " u"]) -> Float[Tensor, "u d"]:
        """The vectors of the batch's distinct words."""
        return F.embedding(words, self.weight, sparse=True)
