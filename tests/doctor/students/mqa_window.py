"""One key and value for all heads, in a causal window."""

import torch
import torch.nn as nn


class SlidingMQA(nn.Module):
    """Multi-query attention in a causal window: position i sees i-w+1 ... i"""

    def __init__(self, dim=24, heads=4, window=4):
        super().__init__()
        self.H, self.E, self.w = heads, dim // heads, window
        self.Wq = nn.Parameter(torch.empty(dim, heads, self.E))
        self.Wk = nn.Parameter(torch.empty(dim, self.E))
        self.Wv = nn.Parameter(torch.empty(dim, self.E))
        self.Wo = nn.Parameter(torch.empty(heads, self.E, dim))
        for p in (self.Wq, self.Wk, self.Wv, self.Wo):
            nn.init.normal_(p, std=dim**-0.5)

    def forward(self, x):
        n = x.size(1)
        i = torch.arange(n).unsqueeze(1)
        j = torch.arange(n).unsqueeze(0)
        ok = (j <= i) & (i - j < self.w)
        q = torch.einsum("bnd,dhe->bhne", x, self.Wq)
        k = torch.einsum("bmd,de->bme", x, self.Wk)
        v = torch.einsum("bmd,de->bme", x, self.Wv)
        att = torch.einsum("bhne,bme->bhnm", q, k) / self.E**0.5
        att = torch.where(ok, att, att.new_tensor(float("-inf"))).softmax(-1)
        o = torch.einsum("bhnm,bme->bhne", att, v)
        return torch.einsum("bhne,hed->bnd", o, self.Wo)


def example():
    return {"x": torch.randn(3, 9, 24, generator=torch.Generator().manual_seed(8))}
