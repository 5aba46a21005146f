"""Products written as multiplications and sums."""

import math

import torch
from torch import nn


class Each(nn.Module):
    def __init__(self, d=12):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, d)

    def forward(self, x, lengths):
        q, k, v = self.q(x), self.k(x), self.v(x)
        s = (q.unsqueeze(2) * k.unsqueeze(1)).sum(-1) / math.sqrt(q.size(-1))
        pad = torch.arange(x.size(1))[None] >= lengths[:, None]
        w = torch.softmax(s.masked_fill(pad.unsqueeze(1), -1e9), -1)
        return (w.unsqueeze(-1) * v.unsqueeze(1)).sum(2)
