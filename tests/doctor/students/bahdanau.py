"""Additive attention of a state over an encoder."""

import torch
import torch.nn as nn


class AdditiveAttention(nn.Module):
    """e_j = v^T tanh(W s + U h_j)"""

    def __init__(self, dec=14, enc=20, att=12):
        super().__init__()
        self.W = nn.Linear(dec, att, bias=False)
        self.U = nn.Linear(enc, att, bias=True)
        self.v = nn.Linear(att, 1, bias=False)

    def forward(self, s, h, lens):
        # s (b, dec): etat du decodeur;  h (b, n, enc): etats de l'encodeur
        e = self.v(torch.tanh(self.W(s).unsqueeze(1) + self.U(h))).squeeze(-1)
        idx = torch.arange(h.size(1)).repeat(h.size(0), 1)
        e[idx >= lens.unsqueeze(1)] = -1e6
        alpha = torch.softmax(e, dim=-1)
        c = torch.einsum("bn,bnd->bd", alpha, h)
        return c, alpha


def example():
    torch.manual_seed(11)
    return {"s": torch.randn(5, 14), "h": torch.randn(5, 8, 20), "lens": torch.tensor([8, 3, 5, 1, 6])}
