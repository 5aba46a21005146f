"""Cross-attention by einsum, with a mask of padding."""

import torch
from torch import einsum, nn


class CrossAttention(nn.Module):
    def __init__(self, dim=16, heads=2, dim_head=12):
        super().__init__()
        inner = heads * dim_head
        self.heads, self.scale = heads, dim_head**-0.5
        self.to_q = nn.Linear(dim, inner, bias=False)
        self.to_k = nn.Linear(dim, inner, bias=False)
        self.to_v = nn.Linear(dim, inner, bias=False)
        self.to_out = nn.Linear(inner, dim)

    def attend(self, query, key, value, key_padding_mask):
        q = self.to_q(query).unflatten(2, (self.heads, -1))
        k = self.to_k(key).unflatten(2, (self.heads, -1))
        v = self.to_v(value).unflatten(2, (self.heads, -1))
        sim = einsum("bihd,bjhd->bhij", q, k) * self.scale
        sim = sim.masked_fill(key_padding_mask[:, None, None, :], -1e9)
        attn = sim.softmax(dim=-1)
        out = einsum("bhij,bjhd->bihd", attn, v)
        return self.to_out(out.flatten(2)), attn

    def forward(self, query, key, value, key_padding_mask):
        return self.attend(query, key, value, key_padding_mask)


def example():
    g = torch.Generator().manual_seed(4)
    mem = torch.randn(3, 7, 16, generator=g)
    return {
        "query": torch.randn(3, 5, 16, generator=g),
        "key": mem,
        "value": torch.randn(3, 7, 16, generator=g),
        "key_padding_mask": torch.arange(7)[None] >= torch.tensor([[7], [4], [2]]),
    }
