"""Word vectors.

u distinct words of a batch, d size of a vector.
"""

from typing import Any

import torch
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
        return _Rows.apply(self.weight, words)


class _Rows(torch.autograd.Function):
    """Rows of a table, whose gradient is known to be sorted and without repetition, as the rows asked for are.

    (The gradient of `F.embedding(sparse=True)` would have to be sorted again at every step.)
    """

    @staticmethod
    def forward(ctx: Any, table: Tensor, rows: Tensor) -> Tensor:
        """The rows."""
        ctx.save_for_backward(rows)
        ctx.shape = table.shape
        return table.index_select(0, rows)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None]:
        """A sparse gradient with just these rows."""
        (rows,) = ctx.saved_tensors
        return torch.sparse_coo_tensor(
            rows[None], gradients[0], ctx.shape, is_coalesced=True, check_invariants=False
        ), None
