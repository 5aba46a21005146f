"""A memory of keys and values, asked by one vector."""

import torch
from torch import nn


class KeyValueMemory(nn.Module):
    """Key-value memory network (one hop); plain dot product by design."""

    def __init__(self, d=16):
        super().__init__()
        self.A = nn.Linear(d, d, bias=False)
        self.R = nn.Linear(d, d, bias=False)

    def forward(self, query, keys, values, lens):
        n = keys.shape[1]
        ps = torch.matmul(self.A(keys), query.unsqueeze(-1)).squeeze(-1)
        ps.masked_fill_(torch.arange(n).ge(lens.unsqueeze(-1)), -1e9)
        ps = nn.functional.softmax(ps, -1)
        o = ps.unsqueeze(1).matmul(values).squeeze(1)
        return self.R(query + o), ps


def example():
    g = torch.Generator().manual_seed(12)
    return {
        "query": torch.randn(4, 16, generator=g),
        "keys": torch.randn(4, 6, 16, generator=g),
        "values": torch.randn(4, 6, 16, generator=g),
        "lens": torch.tensor([6, 2, 5, 3]),
    }
