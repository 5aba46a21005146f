"""Layers that look both ways, whatever triangles and names are in them."""

import torch
import torch.nn.functional as F
from torch import nn


class TwoWay(nn.Module):
    """One head sees the past, the other the future: a bidirectional layer."""

    def __init__(self, d=24):
        super().__init__()
        self.qkv, self.out = nn.Linear(d, 3 * d), nn.Linear(d, d)

    def forward(self, x):
        b, n, d = x.shape
        q, k, v = self.qkv(x).view(b, n, 3, 2, d // 2).permute(2, 0, 3, 1, 4)
        full = torch.ones(n, n, dtype=torch.bool)
        s = (q @ k.mT) / (d // 2) ** 0.5
        w = s.masked_fill(~torch.stack([full.tril(), full.triu()]), float("-inf")).softmax(-1)
        return self.out((w @ v).transpose(1, 2).reshape(b, n, d))


class ForwardBackward(nn.Module):
    """Two attentions over the same words, one along, one against them (Shen et al.)"""

    def __init__(self, d=24):
        super().__init__()
        self.along, self.against, self.out = nn.Linear(d, 3 * d), nn.Linear(d, 3 * d), nn.Linear(2 * d, d)

    def one(self, layer, x, mask):
        q, k, v = layer(x).chunk(3, -1)
        return (q @ k.mT / q.size(-1) ** 0.5).masked_fill(~mask, -1e9).softmax(-1) @ v

    def forward(self, x):
        mask = torch.ones(x.size(1), x.size(1), dtype=torch.bool).tril()
        a = self.one(self.along, x, mask)
        b = self.one(self.against, x, mask.T)
        return self.out(torch.cat([a, b], -1))


class NonAutoregressiveDecoder(nn.Module):
    """All words of a translation at once: no causal mask."""

    def __init__(self, vs=40, vt=30, d=24):
        super().__init__()
        self.src, self.tgt, self.pos = nn.Embedding(vs, d), nn.Embedding(vt, d), nn.Embedding(40, d)
        self.qkv, self.q, self.kv = nn.Linear(d, 3 * d), nn.Linear(d, d), nn.Linear(d, 2 * d)
        self.out = nn.Linear(d, vt)

    def forward(self, tgt, src):
        x = self.tgt(tgt) + self.pos(torch.arange(tgt.size(1)))
        x = x + F.scaled_dot_product_attention(*self.qkv(x).chunk(3, -1))
        k, v = self.kv(self.src(src)).chunk(2, -1)
        return self.out(x + F.scaled_dot_product_attention(self.q(x), k, v))
