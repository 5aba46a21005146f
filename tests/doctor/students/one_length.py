"""Causal attention over texts of exactly ten words."""

import torch
from torch import nn


class OfTen(nn.Module):
    def __init__(self, d=16, n=10):
        super().__init__()
        self.pos = nn.Parameter(torch.randn(n, d))
        self.qkv = nn.Linear(d, 3 * d)
        self.register_buffer("seen", torch.ones(n, n).tril().bool())

    def forward(self, x):
        q, k, v = self.qkv(x + self.pos).chunk(3, -1)
        return (q @ k.mT / q.size(-1) ** 0.5).masked_fill(~self.seen, -1e9).softmax(-1) @ v
