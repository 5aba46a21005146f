"""A scale for each head that is learned."""

import torch
import torch.nn as nn


class TemperatureAttention(nn.Module):
    """The scale is learned, one per head, and starts at 1/sqrt(d_head)."""

    def __init__(self, dim=32, heads=4):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, dim * 3)
        self.temperature = nn.Parameter(torch.full((heads, 1, 1), (dim // heads) ** -0.5))
        self.proj = nn.Linear(dim, dim)

    def forward(self, x, key_padding_mask):
        B, N, C = x.shape
        q, k, v = self.qkv(x).reshape(B, N, 3, self.heads, C // self.heads).permute(2, 0, 3, 1, 4)
        attn = (q @ k.transpose(-2, -1)) * self.temperature
        attn = attn.masked_fill(key_padding_mask[:, None, None, :], -1e9).softmax(dim=-1)
        return self.proj((attn @ v).transpose(1, 2).reshape(B, N, C))
