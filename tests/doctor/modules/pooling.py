"""Words pooled by one learned query; lengths say where they end."""

import torch
from torch import nn


class Pooling(nn.Module):
    def __init__(self, d=12, classes=2):
        super().__init__()
        self.query = nn.Parameter(torch.randn(d))
        self.out = nn.Linear(d, classes)

    def forward(self, x, lengths):
        mask = torch.arange(x.size(1)) < lengths.unsqueeze(1)
        scores = x @ self.query
        scores = scores.masked_fill(~mask, -1e9)
        weights = torch.softmax(scores, dim=1)
        pooled = (weights.unsqueeze(-1) * x).sum(1)
        return self.out(pooled)
