"""Causal attention with a bias by distance."""

import torch
import torch.nn as nn


class AlibiAttention(nn.Module):
    """Causal self-attention with linear biases (Press et al.)"""

    def __init__(self, d_model=32, n_heads=4, max_len=256):
        super().__init__()
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        self.kqv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.proj = nn.Linear(d_model, d_model)
        slopes = torch.tensor([2 ** (-8 * (i + 1) / n_heads) for i in range(n_heads)])
        rel = torch.arange(max_len)[None, :] - torch.arange(max_len)[:, None]
        self.register_buffer("alibi_bias", slopes[:, None, None] * rel[None])
        self.register_buffer("causal_mask", torch.ones(max_len, max_len).triu(diagonal=1).bool())

    def forward(self, x):
        b, t, c = x.size()
        k, q, v = self.kqv(x).view(b, t, 3, self.n_heads, self.d_head).unbind(2)
        k, q, v = (z.transpose(1, 2).reshape(b * self.n_heads, t, self.d_head) for z in (k, q, v))
        logits = torch.bmm(q, k.transpose(1, 2)) / self.d_head**0.5
        logits = logits.view(b, self.n_heads, t, t) + self.alibi_bias[:, :t, :t]
        logits = logits.masked_fill(self.causal_mask[:t, :t], -1e9)
        p = torch.softmax(logits, dim=-1).view(b * self.n_heads, t, t)
        y = torch.bmm(p, v).view(b, self.n_heads, t, self.d_head).transpose(1, 2).reshape(b, t, c)
        return self.proj(y)
