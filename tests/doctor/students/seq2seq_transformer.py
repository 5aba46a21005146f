"""A Transformer that translates: one layer on each side, written out."""

import math

import torch
import torch.nn as nn


class MHA(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.h = h
        self.wq = nn.Linear(d, d)
        self.wk = nn.Linear(d, d)
        self.wv = nn.Linear(d, d)
        self.fc = nn.Linear(d, d)

    def forward(self, query, key, value, mask):
        b, n, d = query.size()
        m = key.size(1)
        q = self.wq(query).view(b, n, self.h, d // self.h).transpose(1, 2)
        k = self.wk(key).view(b, m, self.h, d // self.h).transpose(1, 2)
        v = self.wv(value).view(b, m, self.h, d // self.h).transpose(1, 2)
        energy = torch.matmul(q, k.transpose(2, 3)) / math.sqrt(d // self.h)
        energy = energy.masked_fill(mask == 0, -1e10)
        attention = torch.softmax(energy, dim=-1)
        x = torch.matmul(attention, v).transpose(1, 2).contiguous().view(b, n, d)
        return self.fc(x)


class Translator(nn.Module):
    def __init__(self, vs=40, vt=45, d=32, h=4):
        super().__init__()
        self.src_tok, self.tgt_tok = nn.Embedding(vs, d), nn.Embedding(vt, d)
        self.src_pos, self.tgt_pos = nn.Embedding(100, d), nn.Embedding(100, d)
        self.enc_att, self.dec_att, self.cross = MHA(d, h), MHA(d, h), MHA(d, h)
        self.n1, self.n2, self.n3, self.n4 = (nn.LayerNorm(d) for _ in range(4))
        self.ff = nn.Sequential(nn.Linear(d, 2 * d), nn.ReLU(), nn.Linear(2 * d, d))
        self.gen = nn.Linear(d, vt)

    def forward(self, src, tgt, src_mask):
        # src_mask: True for words, False for padding
        keep = src_mask[:, None, None, :]
        n, m = tgt.size(1), src.size(1)
        x = self.src_tok(src) + self.src_pos(torch.arange(m))
        x = self.n1(x + self.enc_att(x, x, x, keep))
        causal = torch.tril(torch.ones(n, n)).bool()
        y = self.tgt_tok(tgt) + self.tgt_pos(torch.arange(n))
        y = self.n2(y + self.dec_att(y, y, y, causal))
        y = self.n3(y + self.cross(y, x, x, keep))
        y = self.n4(y + self.ff(y))
        return self.gen(y)
