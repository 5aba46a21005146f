"""A CLS after the words and their padding: without positions its place does not matter."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class ClsLast(nn.Module):
    def __init__(self, d=20):
        super().__init__()
        self.cls = nn.Parameter(torch.randn(d) * 0.1)
        self.qkv = nn.Linear(d, 3 * d)
        self.out = nn.Linear(d, 2)

    def forward(self, x, lens):
        b, n, d = x.shape
        x = torch.cat([x, self.cls.expand(b, 1, d)], 1)
        keep = torch.arange(n, device=x.device) < lens[:, None]
        keep = F.pad(keep, (0, 1), value=True)
        q, k, v = self.qkv(x).chunk(3, -1)
        a = q @ k.mT / math.sqrt(d)
        a = a.masked_fill(~keep[:, None], float("-inf")).softmax(-1)
        return self.out((a @ v)[:, -1])
