"""Encoder self-attention with bucketed relative biases. The mask is additive: 0 to keep, very negative to hide."""

import math

import torch
from torch import nn


class RelativeBias(nn.Module):
    def __init__(self, buckets, heads, reach=32):
        super().__init__()
        self.buckets, self.reach = buckets, reach
        self.table = nn.Embedding(buckets, heads)

    def bucket(self, rel):
        half = self.buckets // 2
        out = (rel > 0).long() * half
        n = rel.abs()
        exact = half // 2
        big = exact + (torch.log(n.float().clamp(min=1) / exact) / math.log(self.reach / exact) * (half - exact)).long()
        return out + torch.where(n < exact, n, big.clamp(max=half - 1))

    def forward(self, n_q, n_k):
        rel = torch.arange(n_k)[None, :] - torch.arange(n_q)[:, None]
        return self.table(self.bucket(rel)).permute(2, 0, 1).unsqueeze(0)


class BiasedEncoder(nn.Module):
    def __init__(self, d=32, heads=4, vocab=90, buckets=16):
        super().__init__()
        self.heads = heads
        self.embed = nn.Embedding(vocab, d)
        self.bias = RelativeBias(buckets, heads)
        self.q = nn.Linear(d, d, bias=False)
        self.k = nn.Linear(d, d, bias=False)
        self.v = nn.Linear(d, d, bias=False)
        self.o = nn.Linear(d, d, bias=False)
        self.ln = nn.LayerNorm(d)

    def forward(self, input_ids, extended_attention_mask):
        x = self.embed(input_ids)
        y = self.ln(x)
        b, n, d = y.shape
        shape = lambda t: t.view(b, n, self.heads, d // self.heads).transpose(1, 2)
        q, k, v = shape(self.q(y)), shape(self.k(y)), shape(self.v(y))
        scores = torch.matmul(q, k.transpose(3, 2)) / math.sqrt(d // self.heads)
        scores = scores + self.bias(n, n)
        scores += extended_attention_mask
        attn = nn.functional.softmax(scores.float(), dim=-1).type_as(scores)
        out = torch.matmul(attn, v).transpose(1, 2).contiguous().view(b, n, d)
        return x + self.o(out)


def example():
    torch.manual_seed(2)
    real = torch.arange(9)[None] < torch.tensor([9, 7, 4])[:, None]
    return {
        "input_ids": torch.randint(1, 90, (3, 9)) * real,
        "extended_attention_mask": (1.0 - real.float())[:, None, None, :] * -1e9,
    }
