"""Series that end together: the last step asks, the longest series comes first."""

import torch
from torch import nn


class LastAsks(nn.Module):
    def __init__(self, d=16):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, d)

    def forward(self, x, mask):
        s = self.q(x[:, -1:]) @ self.k(x).mT / x.size(-1) ** 0.5
        s = s.masked_fill(~mask[:, None, :], -1e9)
        return (s.softmax(-1) @ self.v(x)).squeeze(1)


def example():
    lengths = torch.tensor([8, 5, 3])
    return {"x": torch.randn(3, 8, 16), "mask": torch.arange(8)[None] >= 8 - lengths[:, None]}
