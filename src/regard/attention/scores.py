"""Scores: how well a key answers a query. Each is (queries [… q d], keys [… k e]) → scores [… q k].

Where the same keys are asked again and again, a decoder lets a score `prepare` them once and `compare` each query.
"""

from typing import Protocol

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

Queries = Float[Tensor, "*_ q d"]
Keys = Float[Tensor, "*_ k e"]
Prepared = Float[Tensor, "*_ k a"]
Scores = Float[Tensor, "*_ q k"]


class Score(Protocol):
    """A score in two halves: score(q, k) = compare(q, prepare(k))."""

    def prepare(self, k: Keys) -> Prepared:
        """What does not depend on a query, computed once."""
        ...

    def compare(self, q: Queries, prepared: Prepared) -> Scores:
        """The scores of queries and prepared keys."""
        ...


class Dot(nn.Module):
    """score(q, k) = qᵀ k.  Luong, Pham & Manning (2015), equation 8, dot."""

    def forward(self, q: Queries, k: Keys) -> Scores:
        """Products of every query with every key."""
        return self.compare(q, k)

    def prepare(self, k: Keys) -> Prepared:
        """The keys themselves."""
        return k

    def compare(self, q: Queries, prepared: Prepared) -> Scores:
        """Products."""
        return q @ prepared.mT


class Bilinear(nn.Module):
    """score(q, k) = qᵀ W k.  Luong, Pham & Manning (2015), equation 8, general."""

    def __init__(self, query: int, key: int) -> None:
        super().__init__()
        self.W = nn.Linear(key, query, bias=False)

    def forward(self, q: Queries, k: Keys) -> Scores:
        """Products of every query with every key, seen through W."""
        return self.compare(q, self.prepare(k))

    def prepare(self, k: Keys) -> Prepared:
        """W k."""
        return self.W(k)

    def compare(self, q: Queries, prepared: Prepared) -> Scores:
        """Products."""
        return q @ prepared.mT


class Additive(nn.Module):
    """score(q, k) = vᵀ tanh(W q + U k).  Bahdanau, Cho & Bengio (2015), appendix A.1.2."""

    def __init__(self, query: int, key: int, width: int) -> None:
        super().__init__()
        self.W = nn.Linear(query, width, bias=False)
        self.U = nn.Linear(key, width, bias=False)
        self.v = nn.Linear(width, 1, bias=False)

    def forward(self, q: Queries, k: Keys) -> Scores:
        """One hidden layer over every pair; U k is computed once for all queries."""
        return self.compare(q, self.prepare(k))

    def prepare(self, k: Keys) -> Prepared:
        """U k."""
        return self.U(k)

    def compare(self, q: Queries, prepared: Prepared) -> Scores:
        """vᵀ tanh(W q + U k)."""
        return self.v(torch.tanh(self.W(q)[..., :, None, :] + prepared[..., None, :, :])).squeeze(-1)


class Concatenated(nn.Module):
    """score(q, k) = w₂ᵀ tanh(W₁ [q; k]).  Luong, Pham & Manning (2015), equation 8, concat.

    The same function as `Additive` with W₁ = [W U]; written with one matrix, as the course does.
    """

    def __init__(self, query: int, key: int, width: int) -> None:
        super().__init__()
        self.W1 = nn.Linear(query + key, width, bias=False)
        self.w2 = nn.Linear(width, 1, bias=False)

    def forward(self, q: Queries, k: Keys) -> Scores:
        """One hidden layer over every pair, which is never laid side by side: W₁ [q; k] is a sum of two products."""
        return self.compare(q, self.prepare(k))

    def prepare(self, k: Keys) -> Prepared:
        """The part of W₁ that sees keys, times k."""
        return F.linear(k, self.W1.weight[:, -k.shape[-1] :])

    def compare(self, q: Queries, prepared: Prepared) -> Scores:
        """w₂ᵀ tanh(W₁ [q; k])."""
        asked = F.linear(q, self.W1.weight[:, : q.shape[-1]])
        return self.w2(torch.tanh(asked[..., :, None, :] + prepared[..., None, :, :])).squeeze(-1)
