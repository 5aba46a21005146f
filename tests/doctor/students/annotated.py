"""The annotated way: a function of query, key, value; four linear maps in a list; sublayers."""

import copy
import math

import torch
import torch.nn as nn


def clones(module, n):
    return nn.ModuleList([copy.deepcopy(module) for _ in range(n)])


def attention(query, key, value, mask=None, dropout=None):
    d_k = query.size(-1)
    scores = torch.matmul(query, key.transpose(-2, -1)) / math.sqrt(d_k)
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -1e9)
    p_attn = scores.softmax(dim=-1)
    if dropout is not None:
        p_attn = dropout(p_attn)
    return torch.matmul(p_attn, value), p_attn


class MultiHeadedAttention(nn.Module):
    def __init__(self, h, d_model, dropout=0.1):
        super().__init__()
        self.d_k = d_model // h
        self.h = h
        self.linears = clones(nn.Linear(d_model, d_model), 4)
        self.dropout = nn.Dropout(p=dropout)

    def forward(self, query, key, value, mask=None):
        n = query.size(0)
        query, key, value = [
            lin(x).view(n, -1, self.h, self.d_k).transpose(1, 2) for lin, x in zip(self.linears, (query, key, value))
        ]
        x, self.attn = attention(query, key, value, mask=mask, dropout=self.dropout)
        x = x.transpose(1, 2).contiguous().view(n, -1, self.h * self.d_k)
        return self.linears[-1](x)


class Encoder(nn.Module):
    def __init__(self, vocab=75, d_model=36, h=3):
        super().__init__()
        self.lut = nn.Embedding(vocab, d_model)
        self.pe = nn.Embedding(80, d_model)
        self.self_attn = MultiHeadedAttention(h, d_model)
        self.feed_forward = nn.Sequential(nn.Linear(d_model, 50), nn.ReLU(), nn.Dropout(0.1), nn.Linear(50, d_model))
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)

    def forward(self, src, src_mask):
        # src_mask [batch, 1, length]: True for words
        x = self.lut(src) * math.sqrt(self.lut.embedding_dim) + self.pe(torch.arange(src.size(-1)))
        y = self.norm1(x)
        x = x + self.self_attn(y, y, y, src_mask.unsqueeze(1))
        return x + self.feed_forward(self.norm2(x))


def example():
    src = torch.randint(3, 75, (2, 9))
    src[1, 5:] = 0
    return {"src": src, "src_mask": (src != 0).unsqueeze(-2)}
