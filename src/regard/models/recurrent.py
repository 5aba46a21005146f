"""Recurrent classifiers (rows R1, R2, P4, P4m)."""

import torch
from jaxtyping import Float
from torch import Tensor, nn

from regard.data.batch import Batch
from regard.layers.pooling import MeanPool, QueryPool
from regard.layers.recurrent import Cell, Recurrent
from regard.layers.vectors import WordVectors

Logits = Float[Tensor, "b c"]


class Recurring(nn.Module):
    """Word vectors, and a recurrent layer that reads them."""

    def __init__(self, embed: WordVectors, read: Recurrent, dropout: float) -> None:
        super().__init__()
        self.embed = embed
        self.drop = nn.Dropout(dropout)
        self.read = read

    def states(self, batch: Batch) -> Float[Tensor, "n h"]:
        """The state after each word."""
        x = self.drop(self.embed(batch.words))[batch.tokens]
        return self.read(x, batch.rows)


class FinalState(Recurring):
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
        read = Recurrent(embed.width, states, cell=cell, layers=layers, both_ways=both_ways, dropout=dropout)
        super().__init__(embed, read, dropout)
        self.classify = nn.Linear(read.size, classes)

    def forward(self, batch: Batch) -> Logits:
        """Read each text to its end, then decide."""
        return self.classify(self.drop(self.read.final(self.states(batch), batch.rows)))


class OverStates(Recurring):
    """One vector for a text, made of the states of the last recurrent layer by whatever pooling."""

    looks = "pool"

    def __init__(self, embed: WordVectors, classes: int, read: Recurrent, pool: nn.Module, dropout: float) -> None:
        super().__init__(embed, read, dropout)
        self.pool = pool
        self.classify = nn.Linear(read.size, classes)

    def forward(self, batch: Batch) -> Logits:
        """Read each text, look at its states, then decide."""
        states = self.states(batch)
        each = torch.arange(len(states), device=states.device)
        return self.classify(self.drop(self.pool(states, each, batch.rows)))


class StateAttention(OverStates):
    """P4. Attention with one learned query over the states: log p(a_i|t) = const + q·h_i, t^ = Σ p(a_i|t) h_i."""

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
    ) -> None:
        read = Recurrent(embed.width, states, cell=cell, layers=layers, both_ways=both_ways, dropout=dropout)
        super().__init__(embed, classes, read, QueryPool(read.size, attention_dropout), dropout)


class StateMean(OverStates):
    """P4m. t^ = 1/n Σ h_i, what learned weights are held against.  Wiegreffe & Pinter (2019), section 3.2."""

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
    ) -> None:
        read = Recurrent(embed.width, states, cell=cell, layers=layers, both_ways=both_ways, dropout=dropout)
        super().__init__(embed, classes, read, MeanPool(attention_dropout), dropout)
