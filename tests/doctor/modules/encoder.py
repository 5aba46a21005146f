"""An encoder's block over token numbers, learned positions, and the mean of the words."""

import torch
from torch import nn
from torch.nn import functional as F


class Encoder(nn.Module):
    def __init__(self, vocab=50, d=16, h=2, max_len=64):
        super().__init__()
        self.words = nn.Embedding(vocab, d, padding_idx=0)
        self.pos = nn.Embedding(max_len, d)
        self.q, self.k, self.v, self.o = (nn.Linear(d, d) for _ in range(4))
        self.n1, self.n2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.ff = nn.Sequential(nn.Linear(d, 2 * d), nn.ReLU(), nn.Linear(2 * d, d))
        self.h = h
        self.head = nn.Linear(d, 3)

    def split(self, t):
        return t.view(t.size(0), t.size(1), self.h, -1).transpose(1, 2)

    def forward(self, ids):
        real = ids != 0
        x = self.words(ids)
        x = x + self.pos(torch.arange(ids.size(1)))
        y = self.n1(x)
        q, k, v = self.split(self.q(y)), self.split(self.k(y)), self.split(self.v(y))
        a = F.scaled_dot_product_attention(q, k, v, attn_mask=real[:, None, None, :])
        a = a.transpose(1, 2).flatten(2)
        x = x + self.o(a)
        x = x + self.ff(self.n2(x))
        x = x * real.unsqueeze(-1)
        mean = x.sum(1) / real.sum(1, keepdim=True).clamp(min=1)
        return self.head(mean)
