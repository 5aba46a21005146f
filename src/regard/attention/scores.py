"""Scores: how well a key answers a query. Each is (queries [… q d], keys [… k e]) → scores [… q k]."""

import torch
from jaxtyping import Float
from torch import Tensor, nn

Queries = Float[Tensor, "*_ q d"]
Keys = Float[Tensor, "*_ k e"]
Scores = Float[Tensor, "*_ q k"]


class Uniform(nn.Module):
    """score(q, k) = 0: every key counts the same, and the weighted mean is the mean."""

    def forward(self, q: Queries, k: Keys) -> Scores:
        """Zeros."""
        return q.new_zeros(()).expand(*torch.broadcast_shapes(q.shape[:-2], k.shape[:-2]), q.shape[-2], k.shape[-2])


class Dot(nn.Module):
    """score(q, k) = qᵀ k.  Luong, Pham & Manning (2015), equation 8, dot."""

    def forward(self, q: Queries, k: Keys) -> Scores:
        """Products of every query with every key."""
        return q @ k.mT


class ScaledDot(nn.Module):
    """score(q, k) = qᵀ k / √d.  Vaswani et al. (2017), equation 1."""

    def forward(self, q: Queries, k: Keys) -> Scores:
        """Products of every query with every key, made independent of their size."""
        return q @ k.mT * q.shape[-1] ** -0.5


class Bilinear(nn.Module):
    """score(q, k) = qᵀ W k.  Luong, Pham & Manning (2015), equation 8, general."""

    def __init__(self, query: int, key: int) -> None:
        super().__init__()
        self.W = nn.Linear(key, query, bias=False)

    def forward(self, q: Queries, k: Keys) -> Scores:
        """Products of every query with every key, seen through W."""
        return q @ self.W(k).mT


class Additive(nn.Module):
    """score(q, k) = vᵀ tanh(W q + U k).  Bahdanau, Cho & Bengio (2015), appendix A.1.2."""

    def __init__(self, query: int, key: int, width: int) -> None:
        super().__init__()
        self.W = nn.Linear(query, width, bias=False)
        self.U = nn.Linear(key, width, bias=False)
        self.v = nn.Linear(width, 1, bias=False)

    def forward(self, q: Queries, k: Keys) -> Scores:
        """One hidden layer over every pair; U k is computed once for all queries."""
        return self.v(torch.tanh(self.W(q)[..., :, None, :] + self.U(k)[..., None, :, :])).squeeze(-1)


class Concatenated(nn.Module):
    """score(q, k) = w₂ᵀ tanh(W₁ [q; k]).  Luong, Pham & Manning (2015), equation 8, concat.

    The same function as `Additive` with W₁ = [W U]; written with one matrix, as the course does.
    """

    def __init__(self, query: int, key: int, width: int) -> None:
        super().__init__()
        self.W1 = nn.Linear(query + key, width, bias=False)
        self.w2 = nn.Linear(width, 1, bias=False)

    def forward(self, q: Queries, k: Keys) -> Scores:
        """One hidden layer over every pair laid side by side."""
        lead = torch.broadcast_shapes(q.shape[:-2], k.shape[:-2])
        queries, keys = q.shape[-2], k.shape[-2]
        pairs = torch.cat(
            [
                q[..., :, None, :].expand(*lead, queries, keys, q.shape[-1]),
                k[..., None, :, :].expand(*lead, queries, keys, k.shape[-1]),
            ],
            dim=-1,
        )
        return self.w2(torch.tanh(self.W1(pairs))).squeeze(-1)
