"""A small causal language model: sinusoidal positions, two blocks, tied words."""

import math

import torch
import torch.nn as nn


def waves(n, d):
    angle = torch.arange(n)[:, None] / 10000 ** (torch.arange(0, d, 2) / d)
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(1)


class Attention(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, d)
        self.register_buffer("mask", torch.tril(torch.ones(32, 32)).bool())

    def forward(self, x):
        b, n, d = x.shape
        size = d // self.heads
        q = self.query(x).view(b, n, self.heads, size).transpose(1, 2)
        k = self.key(x).view(b, n, self.heads, size).transpose(1, 2)
        v = self.value(x).view(b, n, self.heads, size).transpose(1, 2)
        att = q @ k.transpose(-2, -1) / math.sqrt(size)
        att = att.masked_fill(~self.mask[:n, :n], float("-inf"))
        att = torch.softmax(att, dim=-1)
        return (att @ v).transpose(1, 2).contiguous().view(b, n, d)


class Decoder(nn.Module):
    def __init__(self, vocab=40, d=20, heads=2):
        super().__init__()
        self.emb = nn.Embedding(vocab, d)
        self.blocks = nn.ModuleList([Attention(d, heads), Attention(d, heads)])
        self.norms = nn.ModuleList([nn.LayerNorm(d), nn.LayerNorm(d)])

    def forward(self, tokens):
        x = self.emb(tokens) * math.sqrt(20)
        x = x + waves(x.size(1), x.size(2))
        for block, norm in zip(self.blocks, self.norms, strict=True):
            x = x + block(norm(x))
        return x @ self.emb.weight.T
