"""A question reads a text: cross-attention with a residual, both as vectors."""

import torch
import torch.nn as nn


class CrossReader(nn.Module):
    def __init__(self, dim=30, heads=3):
        super().__init__()
        self.heads = heads
        self.query_proj = nn.Linear(dim, dim)
        self.key_proj = nn.Linear(dim, dim)
        self.value_proj = nn.Linear(dim, dim)
        self.out_proj = nn.Linear(dim, dim)

    def forward(self, query, context, context_lengths):
        b, m, d = query.shape
        n = context.shape[1]
        q = self.query_proj(query).view(b, m, self.heads, d // self.heads)
        k = self.key_proj(context).view(b, n, self.heads, d // self.heads)
        v = self.value_proj(context).view(b, n, self.heads, d // self.heads)
        logits = torch.einsum("bqhd,bkhd->bhqk", q, k) / (d // self.heads) ** 0.5
        allowed = torch.arange(n)[None, :] < context_lengths[:, None]
        logits = logits.masked_fill(~allowed[:, None, None], torch.finfo(logits.dtype).min)
        probs = logits.softmax(-1)
        mixed = torch.einsum("bhqk,bkhd->bqhd", probs, v).reshape(b, m, d)
        return query + self.out_proj(mixed)
