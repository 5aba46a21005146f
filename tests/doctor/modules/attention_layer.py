"""nn.MultiheadAttention inside a residual block, sequence first."""

import torch
from torch import nn


class AttentionLayer(nn.Module):
    def __init__(self, d=18):
        super().__init__()
        self.attn = nn.MultiheadAttention(d, 3, dropout=0.2)
        self.norm = nn.LayerNorm(d)
        self.act_dropout = 0.2

    def forward(self, src, src_key_padding_mask=None):
        y, _ = self.attn(src, src, src, key_padding_mask=src_key_padding_mask)
        y = nn.functional.dropout(y, self.act_dropout, training=self.training)
        return self.norm(src + y)


def example():
    return {
        "src": torch.randn(6, 4, 18),
        "src_key_padding_mask": torch.arange(6) >= torch.tensor([6, 3, 5, 6])[:, None],
    }
