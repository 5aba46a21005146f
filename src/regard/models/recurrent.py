"""Recurrent classifiers (rows R1, R2, P4)."""

from typing import Literal

import torch
from jaxtyping import Float
from torch import Tensor, nn

from regard.data.batch import Batch
from regard.layers.pooling import MeanPool, QueryPool
from regard.layers.recurrent import Cell, Recurrent
from regard.layers.vectors import WordVectors

Logits = Float[Tensor, "b c"]


class FinalState(nn.Module):
    """R1, R2. h_t = cell(h_{t-1}, x_t), and the final state classifies; both ways, the two final states."""

    looks = None

    def __init__(
        self,
        embed: WordVectors,
        classes: int,
        *,
        cell: Cell,
        states: int = 128,
        layers: int = 1,
        both_ways: bool = False,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        self.embed = embed
        self.drop = nn.Dropout(dropout)
        self.read = Recurrent(embed.width, states, cell=cell, layers=layers, both_ways=both_ways, dropout=dropout)
        self.classify = nn.Linear(self.read.size, classes)

    def forward(self, batch: Batch) -> Logits:
        """Read each text to its end, then decide."""
        x = self.drop(self.embed(batch.words))[batch.tokens]
        states = self.read(x, batch.rows)
        return self.classify(self.drop(self.read.final(states, batch.rows)))


class StateAttention(nn.Module):
    """P4. Attention with one learned query over the states of the last recurrent layer.

    log p(a_i|t) = const + q·h_i, t^ = Σ p(a_i|t) h_i. With `pooling` "mean" all weights are equal: what learned ones
    are held against (Wiegreffe & Pinter, 2019, section 3.2).
    """

    looks = "pool"

    def __init__(
        self,
        embed: WordVectors,
        classes: int,
        *,
        cell: Cell,
        states: int = 128,
        layers: int = 1,
        both_ways: bool = False,
        dropout: float = 0.0,
        attention_dropout: float = 0.0,
        pooling: Literal["attention", "mean"] = "attention",
    ) -> None:
        super().__init__()
        self.embed = embed
        self.drop = nn.Dropout(dropout)
        self.read = Recurrent(embed.width, states, cell=cell, layers=layers, both_ways=both_ways, dropout=dropout)
        learned = pooling == "attention"
        self.pool = QueryPool(self.read.size, attention_dropout) if learned else MeanPool(attention_dropout)
        self.classify = nn.Linear(self.read.size, classes)

    def forward(self, batch: Batch) -> Logits:
        """Read each text, look at its states, then decide."""
        x = self.drop(self.embed(batch.words))[batch.tokens]
        states = self.read(x, batch.rows)
        each = torch.arange(len(states), device=states.device)
        return self.classify(self.drop(self.pool(states, each, batch.rows)))
