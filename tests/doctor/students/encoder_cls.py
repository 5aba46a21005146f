"""Sentence classifier: embeddings, CLS vector, sinusoids, two hand-written encoder layers."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F


def sinusoids(length, dim):
    pos = torch.arange(length).unsqueeze(1).float()
    div = torch.exp(torch.arange(0, dim, 2).float() * (-math.log(10000.0) / dim))
    pe = torch.zeros(length, dim)
    pe[:, 0::2] = torch.sin(pos * div)
    pe[:, 1::2] = torch.cos(pos * div)
    return pe


class EncoderLayer(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.h, self.dh = h, d // h
        self.wq, self.wk, self.wv, self.wo = (nn.Linear(d, d) for _ in range(4))
        self.ff = nn.Sequential(nn.Linear(d, 2 * d), nn.ReLU(), nn.Linear(2 * d, d))
        self.n1, self.n2 = nn.LayerNorm(d), nn.LayerNorm(d)

    def heads(self, t):
        return t.view(t.size(0), t.size(1), self.h, self.dh).permute(0, 2, 1, 3)

    def forward(self, x, keep):
        q, k, v = self.heads(self.wq(x)), self.heads(self.wk(x)), self.heads(self.wv(x))
        s = torch.matmul(q, k.permute(0, 1, 3, 2)) / self.dh**0.5
        s = s + (1.0 - keep[:, None, None, :].float()) * -1e9
        p = F.softmax(s, dim=-1)
        z = torch.matmul(p, v).permute(0, 2, 1, 3).reshape(x.shape)
        x = self.n1(x + self.wo(z))
        return self.n2(x + self.ff(x))


class ClsClassifier(nn.Module):
    def __init__(self, vocab=100, d=32, h=4, layers=2, classes=2):
        super().__init__()
        self.emb = nn.Embedding(vocab, d, padding_idx=0)
        self.cls = nn.Parameter(torch.randn(1, 1, d))
        self.register_buffer("pe", sinusoids(512, d))
        self.layers = nn.ModuleList(EncoderLayer(d, h) for _ in range(layers))
        self.out = nn.Linear(d, classes)

    def forward(self, input_ids, attention_mask):
        x = self.emb(input_ids)
        x = torch.cat([self.cls.expand(x.size(0), -1, -1), x], dim=1)
        x = x + self.pe[: x.size(1)]
        keep = torch.cat([torch.ones_like(attention_mask[:, :1]), attention_mask], dim=1)
        for layer in self.layers:
            x = layer(x, keep)
        return self.out(x[:, 0])
