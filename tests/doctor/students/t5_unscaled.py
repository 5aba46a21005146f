"""T5's attention: no division by the root, which is in how queries begin; and weights that are handed back."""

import torch
from torch import nn


class T5Attention(nn.Module):
    def __init__(self, d_model=32, d_kv=8, heads=4):
        super().__init__()
        inner = d_kv * heads
        self.heads = heads
        self.q, self.k = nn.Linear(d_model, inner, bias=False), nn.Linear(d_model, inner, bias=False)
        self.v, self.o = nn.Linear(d_model, inner, bias=False), nn.Linear(inner, d_model, bias=False)
        nn.init.normal_(self.q.weight, std=(d_model * d_kv) ** -0.5)
        nn.init.normal_(self.k.weight, std=d_model**-0.5)

    def shape(self, t):
        return t.view(t.size(0), -1, self.heads, t.size(-1) // self.heads).transpose(1, 2)

    def forward(self, x, mask):
        q, k, v = self.shape(self.q(x)), self.shape(self.k(x)), self.shape(self.v(x))
        scores = torch.matmul(q, k.transpose(3, 2))
        hidden = scores.masked_fill(mask[:, None, None, :] == 0, torch.finfo(scores.dtype).min)
        weights = hidden.softmax(-1)
        out = self.o(torch.matmul(weights, v).transpose(1, 2).flatten(2))
        return out, weights


def example():
    return {"x": torch.randn(3, 8, 32), "mask": (torch.arange(8) < torch.tensor([[8], [5], [3]])).float()}
