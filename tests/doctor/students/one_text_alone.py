"""One text at a time, no batch."""

import torch
import torch.nn as nn


class SingleText(nn.Module):
    """One text [n, d] at a time."""

    def __init__(self, d=20):
        super().__init__()
        self.q = nn.Linear(d, d)
        self.k = nn.Linear(d, d)
        self.v = nn.Linear(d, d)

    def forward(self, x):
        n, d = x.shape
        s = self.q(x) @ self.k(x).t() / d**0.5
        return torch.softmax(s, dim=1) @ self.v(x)
