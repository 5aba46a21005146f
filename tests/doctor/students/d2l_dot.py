"""Dot-product attention without parameters, by valid lengths."""

import math

import torch
from torch import nn


def masked_softmax(X, valid_lens):
    """Softmax over the last axis, masking elements beyond valid_lens."""
    if valid_lens is None:
        return nn.functional.softmax(X, dim=-1)
    shape = X.shape
    if valid_lens.dim() == 1:
        valid_lens = torch.repeat_interleave(valid_lens, shape[1])
    valid_lens = valid_lens.reshape(-1)
    X = X.reshape(-1, shape[-1])
    maxlen = X.size(1)
    mask = torch.arange(maxlen, dtype=torch.float32, device=X.device)[None, :] < valid_lens[:, None]
    X = X.masked_fill(~mask, -1e6)
    return nn.functional.softmax(X.reshape(shape), dim=-1)


class DotProductAttention(nn.Module):
    def __init__(self, dropout=0.1):
        super().__init__()
        self.dropout = nn.Dropout(dropout)

    def forward(self, queries, keys, values, valid_lens=None):
        d = queries.shape[-1]
        scores = torch.bmm(queries, keys.transpose(1, 2)) / math.sqrt(d)
        self.attention_weights = masked_softmax(scores, valid_lens)
        return torch.bmm(self.dropout(self.attention_weights), values)


def example():
    g = torch.Generator().manual_seed(2)
    return {
        "queries": torch.randn(3, 4, 10, generator=g),
        "keys": torch.randn(3, 6, 10, generator=g),
        "values": torch.randn(3, 6, 10, generator=g),
        "valid_lens": torch.tensor([6, 2, 4]),
    }
