"""Self-attention, one head, no mask."""

import math

import torch
import torch.nn as nn


class SingleHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.wq = nn.Linear(16, 16)
        self.wk = nn.Linear(16, 16)
        self.wv = nn.Linear(16, 16)

    def attention(self, q, k, v):
        s = torch.matmul(q, k.transpose(-2, -1))
        s = s / math.sqrt(k.size(-1))
        a = torch.softmax(s, dim=-1)
        return torch.matmul(a, v)

    def forward(self, x):
        q, k, v = self.wq(x), self.wk(x), self.wv(x)
        return self.attention(q, k, v)
