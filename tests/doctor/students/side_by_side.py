"""Documents packed into one row: a word looks at the words of its own document."""

import math

import torch
import torch.nn as nn


class PackedAttention(nn.Module):
    def __init__(self, vocab=70, d=32, heads=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, d)
        self.heads = heads
        self.q, self.k, self.v = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, d)
        self.o = nn.Linear(d, d)

    def forward(self, tokens, doc_ids):
        x = self.embed(tokens)
        b, n, d = x.shape
        split = lambda t: t.view(b, n, self.heads, d // self.heads).transpose(1, 2)
        q, k, v = split(self.q(x)), split(self.k(x)), split(self.v(x))
        s = q @ k.transpose(-1, -2) / math.sqrt(d // self.heads)
        same = doc_ids[:, :, None] == doc_ids[:, None, :]
        s = s.masked_fill(~same[:, None], -1e9)
        z = s.softmax(-1) @ v
        return self.o(z.transpose(1, 2).reshape(b, n, d)) + x


def example():
    torch.manual_seed(5)
    doc_ids = torch.tensor([[0, 0, 0, 1, 1, 1, 1, 2, 2], [0, 0, 0, 0, 0, 1, 1, 1, 1]])
    return {"tokens": torch.randint(0, 70, (2, 9)), "doc_ids": doc_ids}
