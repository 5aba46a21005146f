"""Cross-attention with an additive mask: queries, keys and values are given."""

import torch
from torch import nn


class Cross(nn.Module):
    def __init__(self, dim=18):
        super().__init__()
        self.to_q = nn.Linear(dim, dim)
        self.to_k = nn.Linear(dim, dim)
        self.to_v = nn.Linear(dim, dim)
        self.scale = dim**0.5

    def forward(self, query, key, value, mask):
        q, k, v = self.to_q(query), self.to_k(key), self.to_v(value)
        scores = torch.bmm(q, k.permute(0, 2, 1)) / self.scale + mask
        weights = nn.functional.softmax(scores, dim=2)
        return torch.bmm(weights, v)


def example():
    mask = torch.zeros(2, 1, 6)
    mask[1, :, 4:] = -1e9
    return {"query": torch.randn(2, 5, 18), "key": torch.randn(2, 6, 18), "value": torch.randn(2, 6, 18), "mask": mask}
