"""An encoder and a decoder of token numbers that tell padding by its number."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F

PAD_IDX = 0


class Attn(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.h = h
        self.q, self.k, self.v, self.o = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, d)

    def forward(self, xq, xkv, mask):
        B, Tq, D = xq.shape
        Tk = xkv.shape[1]
        q = self.q(xq).view(B, Tq, self.h, -1).transpose(1, 2)
        k = self.k(xkv).view(B, Tk, self.h, -1).transpose(1, 2)
        v = self.v(xkv).view(B, Tk, self.h, -1).transpose(1, 2)
        e = q.matmul(k.transpose(2, 3)) / math.sqrt(D // self.h)
        e = e.masked_fill(~mask, -1e9)
        return self.o(F.softmax(e, dim=3).matmul(v).transpose(1, 2).reshape(B, Tq, D))


class EncoderLayer(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.self_attn, self.ff = Attn(d, h), nn.Sequential(nn.Linear(d, 2 * d), nn.ReLU(), nn.Linear(2 * d, d))
        self.norm1, self.norm2 = nn.LayerNorm(d), nn.LayerNorm(d)

    def forward(self, x, mask):
        x = self.norm1(x + self.self_attn(x, x, mask))
        return self.norm2(x + self.ff(x))


class DecoderLayer(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.self_attn, self.cross_attn = Attn(d, h), Attn(d, h)
        self.ff = nn.Sequential(nn.Linear(d, 2 * d), nn.ReLU(), nn.Linear(2 * d, d))
        self.norm1, self.norm2, self.norm3 = nn.LayerNorm(d), nn.LayerNorm(d), nn.LayerNorm(d)

    def forward(self, y, memory, tgt_mask, src_mask):
        y = self.norm1(y + self.self_attn(y, y, tgt_mask))
        y = self.norm2(y + self.cross_attn(y, memory, src_mask))
        return self.norm3(y + self.ff(y))


class Seq2Seq(nn.Module):
    def __init__(self, src_vocab=45, tgt_vocab=50, d=24, h=3, layers=2, max_len=100):
        super().__init__()
        self.src_emb, self.tgt_emb = nn.Embedding(src_vocab, d), nn.Embedding(tgt_vocab, d)
        self.src_pos, self.tgt_pos = nn.Embedding(max_len, d), nn.Embedding(max_len, d)
        self.encoder = nn.ModuleList(EncoderLayer(d, h) for _ in range(layers))
        self.decoder = nn.ModuleList(DecoderLayer(d, h) for _ in range(layers))
        self.generator = nn.Linear(d, tgt_vocab)

    def forward(self, src, tgt):
        src_mask = (src != PAD_IDX)[:, None, None, :]
        T = tgt.shape[1]
        tgt_mask = torch.ones(T, T, dtype=torch.bool).tril()
        x = self.src_emb(src) + self.src_pos(torch.arange(src.shape[1]))
        for layer in self.encoder:
            x = layer(x, src_mask)
        y = self.tgt_emb(tgt) + self.tgt_pos(torch.arange(T))
        for layer in self.decoder:
            y = layer(y, x, tgt_mask, src_mask)
        return self.generator(y)


def example():
    src = torch.tensor([[4, 9, 17, 23, 31, 40, 8], [5, 6, 7, 0, 0, 0, 0], [12, 19, 3, 2, 44, 0, 0]])
    tgt = torch.tensor([[1, 9, 8, 7, 6], [1, 33, 21, 45, 13], [1, 20, 30, 40, 48]])
    return {"src": src, "tgt": tgt}
