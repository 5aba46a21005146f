"""Pooling by one learned query, the softmax written by hand."""

import torch
import torch.nn as nn


class LearnedQuery(nn.Module):
    def __init__(self, d=18):
        super().__init__()
        self.q = nn.Parameter(torch.randn(d))
        self.key = nn.Linear(d, d)
        self.d = d

    def forward(self, x, mask):
        # mask: 1 for words, 0 for padding
        s = self.key(x) @ self.q / self.d**0.5
        s = s - s.max(dim=1, keepdim=True).values
        w = torch.exp(s) * mask
        w = w / (w.sum(dim=1, keepdim=True) + 1e-9)
        return (w.unsqueeze(-1) * x).sum(dim=1)


def example():
    mask = (torch.arange(5)[None] < torch.tensor([5, 2, 4])[:, None]).float()
    return {"x": torch.randn(3, 5, 18), "mask": mask}
