"""Decomposable attention for entailment (Parikh et al. 2016): attend, compare, aggregate."""

import torch
from torch import nn


def mlp(i, o):
    return nn.Sequential(nn.Linear(i, o), nn.ReLU(), nn.Linear(o, o))


class DecomposableAttention(nn.Module):
    def __init__(self, vocab=70, dim=20, n_cls=3):
        super().__init__()
        self.embedding = nn.Embedding(vocab, dim)
        self.F, self.G, self.H = mlp(dim, dim), mlp(2 * dim, dim), mlp(2 * dim, dim)
        self.final = nn.Linear(dim, n_cls)

    def forward(self, premise, hypothesis, premise_mask, hypothesis_mask):
        a, b = self.embedding(premise), self.embedding(hypothesis)
        e = self.F(a) @ self.F(b).transpose(1, 2)
        hide_b = ~hypothesis_mask.bool().unsqueeze(1)
        hide_a = ~premise_mask.bool().unsqueeze(1)
        beta = torch.softmax(e.masked_fill(hide_b, -1e9), dim=2) @ b
        alpha = torch.softmax(e.transpose(1, 2).masked_fill(hide_a, -1e9), dim=2) @ a
        v1 = self.G(torch.cat([a, beta], -1)) * premise_mask.unsqueeze(-1)
        v2 = self.G(torch.cat([b, alpha], -1)) * hypothesis_mask.unsqueeze(-1)
        y = self.H(torch.cat([v1.sum(1), v2.sum(1)], -1))
        return self.final(y)


def example():
    torch.manual_seed(11)
    pm = (torch.arange(6)[None] < torch.tensor([6, 4, 3])[:, None]).float()
    hm = (torch.arange(5)[None] < torch.tensor([3, 5, 2])[:, None]).float()
    return {
        "premise": torch.randint(1, 70, (3, 6)) * pm.long(),
        "hypothesis": torch.randint(1, 70, (3, 5)) * hm.long(),
        "premise_mask": pm,
        "hypothesis_mask": hm,
    }
