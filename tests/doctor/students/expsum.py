"""A softmax written as an exponential and a sum."""

import torch
from torch import nn


class ExpSumAttention(nn.Module):
    """Softmax written out, so that one sees what happens."""

    def __init__(self, d=14):
        super().__init__()
        self.lq = nn.Linear(d, d, bias=False)
        self.lk = nn.Linear(d, d, bias=False)
        self.lv = nn.Linear(d, d, bias=False)

    def forward(self, x, mask):
        # mask: 1. for words, 0. for padding
        q, k, v = self.lq(x), self.lk(x), self.lv(x)
        s = (q.unsqueeze(2) * k.unsqueeze(1)).sum(-1) / x.size(-1) ** 0.5
        m = mask.unsqueeze(1)
        s = torch.where(m > 0, s, torch.full_like(s, -1e4))
        s = s - s.max(dim=-1, keepdim=True).values.detach()
        e = torch.exp(s) * m
        w = e / e.sum(dim=-1, keepdim=True).clamp(min=1e-20)
        return w @ v, w


def example():
    torch.manual_seed(1)
    return {
        "x": torch.randn(3, 6, 14),
        "mask": torch.tensor([[1.0, 1, 1, 1, 1, 1], [1, 1, 1, 1, 0, 0], [1, 1, 0, 0, 0, 0]]),
    }
