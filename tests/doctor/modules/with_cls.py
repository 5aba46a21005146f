"""Self-attention whose answer is read at a learned CLS vector."""

import torch
from torch import nn


class WithCLS(nn.Module):
    def __init__(self, d=14):
        super().__init__()
        self.cls = nn.Parameter(torch.randn(1, 1, d))
        self.key = nn.Linear(d, d)
        self.query = nn.Linear(d, d)
        self.value = nn.Linear(d, d)
        self.norm = nn.LayerNorm(d)
        self.head = nn.Linear(d, 2)

    def forward(self, x, pad_mask):
        b = x.size(0)
        x = torch.cat([self.cls.expand(b, -1, -1), x], dim=1)
        hide = torch.cat([torch.zeros(b, 1, dtype=torch.bool), pad_mask], dim=1)
        scores = self.query(x) @ self.key(x).mT / x.size(-1) ** 0.5
        scores = scores.masked_fill(hide[:, None, :], -1e4)
        x = self.norm(x + scores.softmax(2) @ self.value(x))
        return self.head(x[:, 0])
