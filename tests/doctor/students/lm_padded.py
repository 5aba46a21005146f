"""Causal and padded at once."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class PaddedDecoder(nn.Module):
    """Decoder-only model that takes right-padded batches."""

    def __init__(self, vocab=55, d=24, h=4, max_len=128):
        super().__init__()
        self.h = h
        self.wte = nn.Embedding(vocab, d)
        self.wpe = nn.Embedding(max_len, d)
        self.c_attn = nn.Linear(d, 3 * d)
        self.c_proj = nn.Linear(d, d)
        self.ln = nn.LayerNorm(d)
        self.mlp = nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d))
        self.head = nn.Linear(d, vocab, bias=False)

    def forward(self, input_ids, attention_mask):
        b, t = input_ids.shape
        x = self.wte(input_ids) + self.wpe(torch.arange(t))[None]
        q, k, v = self.c_attn(self.ln(x)).split(x.size(-1), dim=2)
        q, k, v = [z.view(b, t, self.h, -1).transpose(1, 2) for z in (q, k, v)]
        causal = torch.ones(t, t, dtype=torch.bool).tril()
        allowed = causal & attention_mask.bool()[:, None, None, :]
        allowed = allowed | torch.eye(t, dtype=torch.bool)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=allowed)
        x = x + self.c_proj(y.transpose(1, 2).reshape(b, t, -1))
        x = x + self.mlp(x)
        return self.head(x)


def example():
    ids = torch.tensor([[7, 3, 22, 40, 51, 9], [18, 2, 33, 0, 0, 0]])
    return {"input_ids": ids, "attention_mask": torch.tensor([[1, 1, 1, 1, 1, 1], [1, 1, 1, 0, 0, 0]])}
