"""Texts that are padded on the left, as their examples show."""

import math

import torch
import torch.nn.functional as F
from torch import nn


class LeftPaddedLM(nn.Module):
    """A causal language model for generation in batches."""

    def __init__(self, vocab=40, d=32, heads=4, max_len=32):
        super().__init__()
        self.heads = heads
        self.wte, self.wpe = nn.Embedding(vocab, d), nn.Embedding(max_len, d)
        self.ln = nn.LayerNorm(d)
        self.qkv, self.proj = nn.Linear(d, 3 * d), nn.Linear(d, d)
        self.head = nn.Linear(d, vocab)

    def forward(self, input_ids, attention_mask):
        b, t = input_ids.shape
        places = (attention_mask.long().cumsum(-1) - 1).clamp(min=0)
        x = self.wte(input_ids) + self.wpe(places)
        q, k, v = (z.view(b, t, self.heads, -1).transpose(1, 2) for z in self.qkv(self.ln(x)).chunk(3, dim=-1))
        w = q @ k.transpose(-1, -2) / math.sqrt(v.size(-1))
        keep = torch.ones(t, t).tril().bool() & attention_mask.bool()[:, None, None, :]
        y = F.softmax(w.masked_fill(~keep, torch.finfo(w.dtype).min), dim=-1) @ v
        return self.head(x + self.proj(y.transpose(1, 2).reshape(b, t, -1)))


def example():
    mask = torch.tensor([[1, 1, 1, 1, 1, 1, 1], [0, 0, 0, 1, 1, 1, 1], [0, 1, 1, 1, 1, 1, 1]])
    return {"input_ids": torch.randint(1, 40, (3, 7)) * mask, "attention_mask": mask}
