"""torch's attention of several heads, causal, [n, b, d], without a mask from outside."""

import torch
import torch.nn as nn


class CausalMHA(nn.Module):
    """nn.MultiheadAttention used as decoder self-attention; (n, b, d) layout."""

    def __init__(self, d_model=20, nhead=2, max_len=128):
        super().__init__()
        self.pos = nn.Embedding(max_len, d_model)
        self.attn = nn.MultiheadAttention(d_model, nhead)
        self.norm = nn.LayerNorm(d_model)

    def forward(self, tgt):
        n = tgt.size(0)
        y = tgt + self.pos(torch.arange(n)).unsqueeze(1)
        # bool mask of nn.MultiheadAttention: True = may NOT look
        causal = torch.ones(n, n, dtype=torch.bool).triu(1)
        z, _ = self.attn(y, y, y, attn_mask=causal, need_weights=False)
        return self.norm(y + z)


def example():
    return {"tgt": torch.randn(8, 3, 20, generator=torch.Generator().manual_seed(6))}
