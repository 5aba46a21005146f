"""Heads as a list of little modules; pad_mask is True where there is padding."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Head(nn.Module):
    def __init__(self, d_in, d_head):
        super().__init__()
        self.key = nn.Linear(d_in, d_head, bias=False)
        self.query = nn.Linear(d_in, d_head, bias=False)
        self.value = nn.Linear(d_in, d_head, bias=False)

    def forward(self, x, pad_mask):
        k, q, v = self.key(x), self.query(x), self.value(x)
        wei = q @ k.transpose(-2, -1) * k.shape[-1] ** -0.5
        wei = wei.masked_fill(pad_mask.unsqueeze(1), -1e9)
        wei = F.softmax(wei, dim=-1)
        return wei @ v


class MultiHead(nn.Module):
    def __init__(self, d=30, heads=3):
        super().__init__()
        self.heads = nn.ModuleList([Head(d, d // heads) for _ in range(heads)])
        self.proj = nn.Linear(d, d)
        self.norm = nn.LayerNorm(d)

    def forward(self, x, pad_mask):
        out = torch.cat([h(x, pad_mask) for h in self.heads], dim=-1)
        return self.norm(x + self.proj(out))


def example():
    pad_mask = torch.arange(6)[None] >= torch.tensor([6, 3])[:, None]
    return {"x": torch.randn(2, 6, 30), "pad_mask": pad_mask}
