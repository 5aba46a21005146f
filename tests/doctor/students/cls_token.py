"""A CLS in front, learned positions, a mask that is True for padding, a named tuple out."""

from collections import namedtuple

import torch
import torch.nn.functional as F
from torch import nn

Sortie = namedtuple("Sortie", "logits cls_attention")


class Layer(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)
        self.n1, self.n2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.ff = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))

    def forward(self, x, pad):
        B, N, D = x.shape
        qkv = self.qkv(self.n1(x)).reshape(B, N, 3, self.heads, D // self.heads).permute(2, 0, 3, 1, 4)
        q, k, v = qkv.unbind(0)
        dots = (q * (D // self.heads) ** -0.5) @ k.transpose(-1, -2)
        dots = dots.masked_fill(pad[:, None, None], -torch.finfo(dots.dtype).max)
        att = dots.softmax(-1)
        x = x + self.out((att @ v).transpose(1, 2).reshape(B, N, D))
        return x + self.ff(self.n2(x)), att


class CLSClassifier(nn.Module):
    def __init__(self, vocab=70, dim=24, heads=3, max_len=128, classes=4):
        super().__init__()
        self.tok = nn.Embedding(vocab, dim)
        self.pos = nn.Parameter(torch.randn(1, max_len + 1, dim) * 0.3)
        self.cls = nn.Parameter(torch.randn(1, 1, dim) * 0.3)
        self.l1 = Layer(dim, heads)
        self.l2 = Layer(dim, heads)
        self.head = nn.Linear(dim, classes)

    def forward(self, ids, key_padding_mask):
        x = self.tok(ids)
        x = torch.cat([self.cls.expand(len(x), -1, -1), x], dim=1)
        x = x + self.pos[:, : x.size(1)]
        pad = F.pad(key_padding_mask, (1, 0), value=False)
        x, _ = self.l1(x, pad)
        x, att = self.l2(x, pad)
        return Sortie(self.head(x[:, 0]), att[:, :, 0])


def example():
    ids = torch.tensor([[11, 12, 13, 14, 15, 16], [21, 22, 23, 0, 0, 0], [31, 32, 33, 34, 0, 0]])
    return {"ids": ids, "key_padding_mask": ids.eq(0)}
