"""Plain self-attention (row S1): words look at each other, layer after layer, and nothing else."""

import torch
from jaxtyping import Float
from torch import Tensor, nn

from regard.attention.heads import MultiHead
from regard.data.batch import Batch
from regard.errors import at_least
from regard.layers.dropout import Dropout
from regard.layers.pooling import MeanPool
from regard.layers.vectors import WordVectors

Logits = Float[Tensor, "b c"]


class SelfAttention(nn.Module):
    """S1. log p(a_ij) = const + q(x_i)·k(x_j)/√d, x_i ← ReLU(linear(Σ_j p(a_ij) v(x_j))), L times, then the mean.

    Each layer has its own linear maps q, k, v and the one after them. No residual, no norm: training suffers as
    layers are added, and the order of the words is invisible.
    """

    def __init__(
        self,
        embed: WordVectors,
        classes: int,
        *,
        layers: int = 3,
        heads: int = 1,
        dropout: float = 0.0,
        attention_dropout: float = 0.0,
    ) -> None:
        super().__init__()
        at_least(1, layers=layers)
        self.embed = embed
        self.drop = Dropout(dropout)
        self.layers = nn.ModuleList(MultiHead(embed.width, heads, dropout=attention_dropout) for _ in range(layers))
        self.looks = f"layers.{layers - 1}"
        self.pool = MeanPool()
        self.classify = nn.Linear(embed.width, classes)

    def forward(self, batch: Batch) -> Logits:
        """Look at each other, average, decide."""
        rows = batch.rows
        x = rows.pad(self.drop(self.embed(batch.words))[batch.tokens])
        mask = None if rows.even else rows.key_mask
        for attention in self.layers:
            x = torch.relu(attention(x, mask=mask))
        each = torch.arange(len(batch.tokens), device=x.device)
        return self.classify(self.drop(self.pool(rows.flat(x), each, rows)))
