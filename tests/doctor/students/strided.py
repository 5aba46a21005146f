"""Attention over fewer tokens than are given, so that their number may be that of the rows or of anything else."""

import torch
import torch.nn.functional as F
from torch import nn


class Downsampled(nn.Module):
    """A convolution halves the time, then one attention layer."""

    def __init__(self, mels=20, d=24):
        super().__init__()
        self.conv = nn.Conv1d(mels, d, kernel_size=2, stride=2)
        self.q, self.k, self.v = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, d)

    def forward(self, mel):
        h = F.gelu(self.conv(mel.transpose(1, 2))).transpose(1, 2)
        q, k, v = self.q(h), self.k(h), self.v(h)
        att = torch.softmax(q @ k.transpose(1, 2) / q.shape[-1] ** 0.5, dim=-1)
        return h + att @ v


class Neighbours(nn.Module):
    """Each step looks at itself and its two neighbours, gathered with unfold."""

    def __init__(self, d=16):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, d)

    def forward(self, x):
        q, k, v = self.q(x), self.k(x), self.v(x)
        k, v = (F.pad(t, (0, 0, 1, 1)).unfold(1, 3, 1) for t in (k, v))
        place = torch.arange(x.size(1))[:, None] + torch.arange(-1, 2)
        inside = (place >= 0) & (place < x.size(1))
        s = torch.einsum("bnd,bndw->bnw", q, k) / q.size(-1) ** 0.5
        return torch.einsum("bnw,bndw->bnd", s.masked_fill(~inside, -1e9).softmax(-1), v)


class ShortKeys(nn.Module):
    """Keys and values shortened by a strided convolution."""

    def __init__(self, d=24, heads=2):
        super().__init__()
        self.heads = heads
        self.reduce = nn.Conv1d(d, d, 2, stride=2)
        self.q, self.kv, self.proj = nn.Linear(d, d), nn.Linear(d, 2 * d), nn.Linear(d, d)

    def split(self, t):
        return t.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def forward(self, x):
        short = self.reduce(x.transpose(1, 2)).transpose(1, 2)
        q, (k, v) = self.split(self.q(x)), (self.split(t) for t in self.kv(short).chunk(2, -1))
        a = (q @ k.mT * q.size(-1) ** -0.5).softmax(-1)
        return self.proj((a @ v).transpose(1, 2).flatten(2))


class GatedBag(nn.Module):
    """Gated attention over the instances of a bag (Ilse et al.)"""

    def __init__(self, d=24, hidden=16):
        super().__init__()
        self.tanh, self.gate = nn.Linear(d, hidden), nn.Linear(d, hidden)
        self.score, self.out = nn.Linear(hidden, 1, bias=False), nn.Linear(d, 1)

    def forward(self, bag):
        a = self.score(torch.tanh(self.tanh(bag)) * torch.sigmoid(self.gate(bag)))
        a = F.softmax(a.transpose(2, 1), dim=2)
        return self.out(torch.bmm(a, bag).squeeze(1)), a
