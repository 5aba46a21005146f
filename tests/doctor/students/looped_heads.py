"""One head after the other, their softmax by hand."""

import math

import torch
import torch.nn as nn


class OneHead(nn.Module):
    def __init__(self, d_in, d_head):
        super().__init__()
        self.q = nn.Linear(d_in, d_head, bias=False)
        self.k = nn.Linear(d_in, d_head, bias=False)
        self.v = nn.Linear(d_in, d_head, bias=False)

    def forward(self, x, hidden_keys):
        q, k, v = self.q(x), self.k(x), self.v(x)
        e = torch.bmm(q, k.permute(0, 2, 1)) / math.sqrt(k.shape[-1])
        e = torch.where(hidden_keys[:, None], torch.full_like(e, -1e9), e)
        e = torch.exp(e - torch.logsumexp(e, dim=2, keepdim=True))
        return torch.bmm(e, v)


class LoopedHeads(nn.Module):
    """Heads in a loop, softmax by hand with logsumexp. x: [n, batch, dim], key_padding_mask: [batch, n]."""

    def __init__(self, dim=30, heads=3):
        super().__init__()
        self.head_list = nn.ModuleList(OneHead(dim, dim // heads) for _ in range(heads))
        self.mix = nn.Linear(dim, dim)

    def forward(self, x, key_padding_mask):
        rows = x.transpose(0, 1)
        y = torch.cat([head(rows, key_padding_mask) for head in self.head_list], dim=-1)
        return self.mix(y).transpose(0, 1)


def example():
    hide = torch.zeros(2, 7, dtype=torch.bool)
    hide[1, 5:] = True
    return {"x": torch.randn(7, 2, 30), "key_padding_mask": hide}
