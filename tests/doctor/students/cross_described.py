"""Cross-attention by einsum alone, with a mask of ones and zeros that a docstring describes."""

import torch
import torch.nn as nn


class CrossBlock(nn.Module):
    def __init__(self, dim=32, heads=4):
        super().__init__()
        self.heads = heads
        self.wq = nn.Parameter(torch.randn(dim, heads, dim // heads) / dim**0.5)
        self.wk = nn.Parameter(torch.randn(dim, heads, dim // heads) / dim**0.5)
        self.wv = nn.Parameter(torch.randn(dim, heads, dim // heads) / dim**0.5)
        self.wo = nn.Parameter(torch.randn(heads, dim // heads, dim) / dim**0.5)

    def forward(self, tgt, src, src_mask):
        """src_mask (b, s): 1 for a word of the source, 0 for padding."""
        q = torch.einsum("btd,dhe->bthe", tgt, self.wq)
        k = torch.einsum("bsd,dhe->bshe", src, self.wk)
        v = torch.einsum("bsd,dhe->bshe", src, self.wv)
        s = torch.einsum("bthe,bshe->bhts", q, k) * (q.size(-1) ** -0.5)
        s = s + (1.0 - src_mask[:, None, None, :].float()) * -1e9
        p = torch.softmax(s, dim=-1)
        z = torch.einsum("bhts,bshe->bthe", p, v)
        return tgt + torch.einsum("bthe,hed->btd", z, self.wo)
