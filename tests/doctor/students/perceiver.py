"""Perceiver-style: a few latent vectors read the input by cross-attention, then talk among themselves."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Reader(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.heads = heads
        self.q = nn.Linear(d, d)
        self.kv = nn.Linear(d, 2 * d)
        self.o = nn.Linear(d, d)

    def forward(self, latents, context, context_mask=None):
        split = lambda t: t.unflatten(2, (self.heads, -1)).transpose(1, 2)
        q = split(self.q(latents))
        k, v = map(split, self.kv(context).chunk(2, dim=2))
        if context_mask is not None:
            context_mask = context_mask[:, None, None, :].expand(-1, 1, latents.shape[1], -1)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=context_mask)
        return self.o(y.transpose(1, 2).flatten(2))


class Perceiver(nn.Module):
    def __init__(self, vocab=55, d=24, heads=2, latents=5, depth=2, classes=3, max_len=64):
        super().__init__()
        self.emb = nn.Embedding(vocab, d)
        self.pos = nn.Parameter(torch.randn(max_len, d) * 0.3)
        self.latents = nn.Parameter(torch.randn(latents, d) * 0.5)
        self.read = Reader(d, heads)
        self.think = nn.ModuleList([Reader(d, heads) for _ in range(depth)])
        self.ff = nn.ModuleList(
            [nn.Sequential(nn.LayerNorm(d), nn.Linear(d, 2 * d), nn.GELU(), nn.Linear(2 * d, d)) for _ in range(depth)]
        )
        self.norm = nn.LayerNorm(d)
        self.out = nn.Linear(d, classes)

    def forward(self, ids, mask):
        ctx = self.emb(ids) + self.pos[: ids.size(1)]
        z = self.latents.expand(ids.size(0), -1, -1)
        z = z + self.read(self.norm(z), ctx, mask.bool())
        for think, ff in zip(self.think, self.ff):
            z = z + think(z, z)
            z = z + ff(z)
        return self.out(z.mean(dim=1))
