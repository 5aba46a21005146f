"""Self-attention of several heads with residuals, norms and sinusoids."""

import math

import torch
import torch.nn as nn


class PositionalEncoding(nn.Module):
    def __init__(self, d, max_len=512):
        super().__init__()
        pe = torch.zeros(max_len, d)
        pos = torch.arange(max_len).float().unsqueeze(1)
        div = torch.exp(torch.arange(0, d, 2).float() * (-math.log(10000.0) / d))
        pe[:, 0::2] = torch.sin(pos * div)
        pe[:, 1::2] = torch.cos(pos * div)
        self.register_buffer("pe", pe)

    def forward(self, x):
        return x + self.pe[: x.size(1)]


class MultiHead(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        assert d % h == 0
        self.h, self.dh = h, d // h
        self.wq = nn.Linear(d, d)
        self.wk = nn.Linear(d, d)
        self.wv = nn.Linear(d, d)
        self.wo = nn.Linear(d, d)

    def split(self, t):
        b, n, _ = t.shape
        return t.view(b, n, self.h, self.dh).transpose(1, 2)

    def forward(self, x, mask):
        b, n, d = x.shape
        q = self.split(self.wq(x))
        k = self.split(self.wk(x))
        v = self.split(self.wv(x))
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.dh)
        scores = scores.masked_fill(mask[:, None, None, :] == 0, -1e9)
        w = scores.softmax(dim=-1)
        z = (w @ v).transpose(1, 2).reshape(b, n, d)
        return self.wo(z)


class Bloc(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.norm = nn.LayerNorm(d)
        self.att = MultiHead(d, h)
        self.g = nn.Sequential(nn.Linear(d, d), nn.ReLU())

    def forward(self, x, mask):
        return self.g(x + self.att(self.norm(x), mask))


class Classifieur(nn.Module):
    def __init__(self, vocab=80, d=32, h=4, L=2):
        super().__init__()
        self.emb = nn.Embedding(vocab, d)
        self.pos = PositionalEncoding(d)
        self.blocs = nn.ModuleList(Bloc(d, h) for _ in range(L))
        self.lin = nn.Linear(d, 2)

    def forward(self, ids, lengths):
        mask = (torch.arange(ids.size(1)).unsqueeze(0) < lengths.unsqueeze(1)).int()
        x = self.pos(self.emb(ids))
        for bloc in self.blocs:
            x = bloc(x, mask)
        x = (x * mask.unsqueeze(2)).sum(1) / mask.sum(1, keepdim=True).clamp(min=1)
        return self.lin(x)
