"""Causal self-attention on PyTorch's fused function, with rotary positions."""

import torch
import torch.nn as nn
import torch.nn.functional as F


def rotate(x):
    n, d = x.shape[-2:]
    freq = 1.0 / 10000 ** (torch.arange(0, d, 2).float() / d)
    ang = torch.outer(torch.arange(n).float(), freq)
    c, s = ang.cos(), ang.sin()
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)


class CausalRotary(nn.Module):
    def __init__(self, d=32, heads=4):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(d, 3 * d, bias=False)
        self.out = nn.Linear(d, d, bias=False)
        self.p = 0.1

    def forward(self, x):
        b, n, d = x.shape
        q, k, v = self.qkv(x).view(b, n, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        q, k = rotate(q), rotate(k)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True, dropout_p=self.p if self.training else 0.0)
        return self.out(y.transpose(1, 2).reshape(b, n, d))
