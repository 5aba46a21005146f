"""Self-attention with a table of learned positions over vectors."""

import torch
from torch import nn


class Positions(nn.Module):
    def __init__(self, d=16):
        super().__init__()
        self.table = nn.Parameter(torch.randn(1, 40, d) * 0.1)
        self.q = nn.Linear(d, 8)
        self.k = nn.Linear(d, 8)
        self.v = nn.Linear(d, d)

    def forward(self, x, lengths):
        n = x.shape[1]
        x = x + self.table[:, :n]
        hidden = torch.arange(n)[None, :] >= lengths[:, None]
        scores = torch.einsum("bqd,bkd->bqk", self.q(x), self.k(x)) / 8**0.5
        scores = scores + hidden[:, None, :] * -1e9
        return torch.einsum("bqk,bkd->bqd", torch.softmax(scores, dim=2), self.v(x))
