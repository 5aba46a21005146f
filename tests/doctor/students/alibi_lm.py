"""Causal attention with a slope over distance, no table of positions."""

import torch
import torch.nn as nn


class AlibiDecoderLM(nn.Module):
    def __init__(self, vocab=58, d=32, h=4):
        super().__init__()
        self.h = h
        self.emb = nn.Embedding(vocab, d)
        self.q, self.k, self.v, self.o = (nn.Linear(d, d, bias=False) for _ in range(4))
        self.register_buffer("slopes", torch.tensor([2.0 ** -(8 * (i + 1) / h) for i in range(h)]))
        self.norm = nn.LayerNorm(d)

    def forward(self, ids):
        x = self.emb(ids)
        b, n, d = x.shape
        y = self.norm(x)
        q, k, v = (f(y).view(b, n, self.h, -1).transpose(1, 2) for f in (self.q, self.k, self.v))
        pos = torch.arange(n)
        dist = (pos[None, :] - pos[:, None]).float()
        s = q @ k.transpose(2, 3) * (d // self.h) ** -0.5 + self.slopes[:, None, None] * dist
        s = s.masked_fill(dist > 0, float("-inf"))
        z = (torch.softmax(s, -1) @ v).transpose(1, 2).reshape(b, n, d)
        return (x + self.o(z)) @ self.emb.weight.T
