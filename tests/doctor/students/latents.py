"""A few learned queries that read a text."""

import torch
from torch import nn


class LatentReader(nn.Module):
    """A few learned questions read the text (Perceiver / PMA)."""

    def __init__(self, dim=16, n_latents=3, n_out=2):
        super().__init__()
        self.latents = nn.Parameter(torch.randn(n_latents, dim))
        self.norm = nn.LayerNorm(dim)
        self.kv = nn.Linear(dim, dim * 2, bias=False)
        self.out = nn.Linear(n_latents * dim, n_out)

    def forward(self, x, mask):
        """mask: bool (b, n), True for words"""
        z = self.norm(x)
        k, v = self.kv(z).tensor_split(2, dim=-1)
        scores = torch.einsum("ld,bnd->bln", self.latents, k) / k.size(-1) ** 0.5
        scores = scores.masked_fill(mask.logical_not().unsqueeze(1), -1e9)
        weights = scores.softmax(dim=2)
        read = weights @ v
        return self.out(read.flatten(1))
