"""One sentence at a time, no batch: [n, d] in, [n, d] out, causal."""

import math

import torch
import torch.nn as nn


class CausalOneText(nn.Module):
    def __init__(self, d=16):
        super().__init__()
        self.Wq = nn.Parameter(torch.randn(d, d) / 4)
        self.Wk = nn.Parameter(torch.randn(d, d) / 4)
        self.Wv = nn.Parameter(torch.randn(d, d) / 4)
        self.d = d

    def forward(self, x):
        Q, K, V = x @ self.Wq, x @ self.Wk, x @ self.Wv
        A = Q @ K.transpose(-1, -2) / math.sqrt(self.d)
        A = A + torch.triu(torch.full((x.shape[-2], x.shape[-2]), -1e9), 1)
        A = torch.exp(A - A.max(-1, keepdim=True).values)
        A = A / A.sum(-1, keepdim=True)
        return A @ V
