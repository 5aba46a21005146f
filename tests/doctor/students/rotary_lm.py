"""A causal language model with rotary positions, its words tied, a dict out."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn


def rope(t: Tensor, base: float = 10000.0) -> Tensor:
    # t: b h n e ; rotates pairs (even, odd)
    n, e = t.shape[-2:]
    pos = torch.arange(n, device=t.device).float()
    inv = base ** (-torch.arange(0, e, 2, device=t.device).float() / e)
    ang = torch.outer(pos, inv)
    cos, sin = ang.cos(), ang.sin()
    a, b = t[..., 0::2], t[..., 1::2]
    return torch.stack((a * cos - b * sin, a * sin + b * cos), dim=-1).flatten(-2)


class RotaryAttention(nn.Module):
    def __init__(self, d, h, causal=True):
        super().__init__()
        self.h = h
        self.causal = causal
        self.to_q, self.to_k, self.to_v, self.to_out = (nn.Linear(d, d, bias=False) for _ in range(4))

    def forward(self, x):
        q, k, v = (f(x).unflatten(-1, (self.h, -1)).transpose(1, 2) for f in (self.to_q, self.to_k, self.to_v))
        q, k = rope(q), rope(k)
        o = F.scaled_dot_product_attention(q, k, v, is_causal=self.causal)
        return self.to_out(o.transpose(1, 2).flatten(2))


class RotaryLM(nn.Module):
    def __init__(self, vocab=40, d=24, h=2, depth=3):
        super().__init__()
        self.embed = nn.Embedding(vocab, d)
        self.attns = nn.ModuleList(RotaryAttention(d, h) for _ in range(depth))
        self.norms = nn.ModuleList(nn.LayerNorm(d) for _ in range(depth))
        self.mlps = nn.ModuleList(
            nn.Sequential(nn.LayerNorm(d), nn.Linear(d, 2 * d), nn.SiLU(), nn.Linear(2 * d, d)) for _ in range(depth)
        )
        self.final = nn.LayerNorm(d)

    def forward(self, tokens):
        x = self.embed(tokens)
        for norm, attn, mlp in zip(self.norms, self.attns, self.mlps):
            x = x + attn(norm(x))
            x = x + mlp(x)
        return {"logits": F.linear(self.final(x), self.embed.weight)}


def example():
    return {"tokens": torch.randint(0, 40, (2, 10), generator=torch.Generator().manual_seed(7))}
