"""Heads stand between queries and keys: weights are [b, q, h, k]."""

import torch
import torch.nn as nn


class BetweenHeads(nn.Module):
    def __init__(self, d=32, h=4):
        super().__init__()
        self.h, self.e = h, d // h
        self.wq, self.wk, self.wv = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, d)
        self.wo = nn.Linear(d, d)

    def forward(self, x, causal_mask):
        b, n, d = x.shape
        q = self.wq(x).view(b, n, self.h, self.e)
        k = self.wk(x).view(b, n, self.h, self.e)
        v = self.wv(x).view(b, n, self.h, self.e)
        scores = torch.einsum("bqhe,bkhe->bqhk", q, k) * self.e**-0.5
        scores = scores.masked_fill(~causal_mask[:, None, :], float("-inf"))
        w = torch.softmax(scores, dim=-1)
        return self.wo(torch.einsum("bqhk,bkhe->bqhe", w, v).reshape(b, n, d))


def example():
    torch.manual_seed(11)
    return {"x": torch.randn(3, 7, 32), "causal_mask": torch.ones(7, 7, dtype=torch.bool).tril()}
