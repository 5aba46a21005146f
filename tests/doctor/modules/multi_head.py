"""Self-attention of several heads with a padding mask, by einsum."""

import torch
from torch import nn


class MultiHead(nn.Module):
    def __init__(self, dim=24, heads=4, p=0.1):
        super().__init__()
        self.heads, self.dh = heads, dim // heads
        self.qkv = nn.Linear(dim, 3 * dim, bias=False)
        self.proj = nn.Linear(dim, dim)
        self.drop = nn.Dropout(p)

    def forward(self, x, mask=None):
        b, n, _ = x.shape
        q, k, v = self.qkv(x).reshape(b, n, 3, self.heads, self.dh).permute(2, 0, 3, 1, 4)
        scores = torch.einsum("bhid,bhjd->bhij", q, k) * self.dh**-0.5
        if mask is not None:
            scores = scores.masked_fill(~mask[:, None, None, :], torch.finfo(scores.dtype).min)
        attn = self.drop(scores.softmax(-1))
        mixed = torch.einsum("bhij,bhjd->bhid", attn, v)
        return self.proj(mixed.transpose(1, 2).reshape(b, n, -1))
