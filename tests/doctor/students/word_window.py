"""Self-attention within a band of w words on each side."""

import torch
import torch.nn.functional as F
from torch import nn


class BandedAttention(nn.Module):
    def __init__(self, d_model: int = 20, heads: int = 2, w: int = 2, vocab: int = 50):
        super().__init__()
        self.lookup = nn.Embedding(vocab, d_model)
        self.heads, self.w, self.hd = heads, w, d_model // heads
        self.in_proj = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out_proj = nn.Linear(d_model, d_model)

    def forward(self, ids, is_word):
        x = self.lookup(ids)
        bsz, slen, _ = x.shape
        q, k, v = (
            t.unflatten(-1, (self.heads, self.hd)).transpose(1, 2) for t in self.in_proj(x).split(x.shape[-1], -1)
        )
        pos = torch.arange(slen, device=x.device)
        band = (pos[:, None] - pos[None, :]).abs() <= self.w
        allowed = band[None, None] & is_word.bool()[:, None, None, :]
        out = F.scaled_dot_product_attention(q, k, v, attn_mask=allowed)
        out = out.nan_to_num(0.0)
        return x + self.out_proj(out.transpose(1, 2).flatten(2))
