"""Multi-head self-attention in einsum, a mask of zeros and ones."""

import math

import torch
from torch import nn


class EinsumMHA(nn.Module):
    def __init__(self, embed=32, heads=4):
        super().__init__()
        self.h = heads
        self.dk = embed // heads
        self.q = nn.Linear(embed, embed)
        self.k = nn.Linear(embed, embed)
        self.v = nn.Linear(embed, embed)
        self.o = nn.Linear(embed, embed)
        self.drop = nn.Dropout(0.1)

    def forward(self, x, mask=None):
        n, t, _ = x.shape
        q = self.q(x).reshape(n, t, self.h, self.dk)
        k = self.k(x).reshape(n, t, self.h, self.dk)
        v = self.v(x).reshape(n, t, self.h, self.dk)
        energy = torch.einsum("nqhd,nkhd->nhqk", q, k) / math.sqrt(self.dk)
        if mask is not None:
            energy = energy.masked_fill(mask[:, None, None, :] == 0, -1e20)
        att = torch.softmax(energy, dim=3)
        att = self.drop(att)
        out = torch.einsum("nhqk,nkhd->nqhd", att, v).reshape(n, t, -1)
        return self.o(out)
