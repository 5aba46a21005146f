"""A wrapper of nn.MultiheadAttention, sequence first, with a residual."""

import torch
from torch import nn


class SeqFirstBlock(nn.Module):
    def __init__(self, dim=24, heads=3):
        super().__init__()
        self.mha = nn.MultiheadAttention(dim, heads, dropout=0.2)
        self.ln = nn.LayerNorm(dim)

    def forward(self, x, key_padding_mask):
        # x: seq, batch, dim; the mask: batch, seq, True for padding
        out, _ = self.mha(x, x, x, key_padding_mask=key_padding_mask)
        return self.ln(x + out)


def example():
    torch.manual_seed(0)
    x = torch.randn(7, 3, 24)
    mask = torch.tensor([[False] * 7, [False] * 5 + [True] * 2, [False] * 3 + [True] * 4])
    return {"x": x, "key_padding_mask": mask}
