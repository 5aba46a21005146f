"""Patches of a picture behind a CLS."""

import torch
import torch.nn as nn


class Attention(nn.Module):
    def __init__(self, dim, num_heads=2):
        super().__init__()
        self.num_heads = num_heads
        self.scale = (dim // num_heads) ** -0.5
        self.qkv = nn.Linear(dim, dim * 3, bias=False)
        self.attn_drop = nn.Dropout(0.1)
        self.proj = nn.Linear(dim, dim)

    def forward(self, x):
        B, N, C = x.shape
        qkv = self.qkv(x).reshape(B, N, 3, self.num_heads, C // self.num_heads).permute(2, 0, 3, 1, 4)
        q, k, v = qkv[0], qkv[1], qkv[2]
        attn = (q @ k.transpose(-2, -1)) * self.scale
        attn = self.attn_drop(attn.softmax(dim=-1))
        return self.proj((attn @ v).transpose(1, 2).reshape(B, N, C))


class TinyViT(nn.Module):
    """Patches already flattened: [batch, 9, 12]."""

    def __init__(self, patches=9, patch_dim=12, dim=16, classes=3):
        super().__init__()
        self.patch = nn.Linear(patch_dim, dim)
        self.cls_token = nn.Parameter(torch.randn(1, 1, dim) * 0.1)
        self.pos_embed = nn.Parameter(torch.randn(1, patches + 1, dim) * 0.3)
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.attn = Attention(dim)
        self.head = nn.Linear(dim, classes)

    def forward(self, patches):
        x = self.patch(patches)
        x = torch.cat([self.cls_token.expand(x.size(0), -1, -1), x], dim=1) + self.pos_embed
        x = x + self.attn(self.norm1(x))
        return self.head(self.norm2(x)[:, 0])


def example():
    return {"patches": torch.randn(3, 9, 12)}
