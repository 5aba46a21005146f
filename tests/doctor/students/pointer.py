"""A decoder that points at words."""

import torch
import torch.nn as nn


class PointerDecoder(nn.Module):
    """Chooses positions of the input; glimpse, then pointer with clipped logits."""

    def __init__(self, dim=16, clip=10.0):
        super().__init__()
        self.w_ref = nn.Linear(dim, dim, bias=False)
        self.w_q = nn.Linear(dim, dim, bias=False)
        self.v = nn.Parameter(torch.randn(dim) / dim**0.5)
        self.clip = clip
        self.cell = nn.GRUCell(dim, dim)

    def logits(self, ref, q, hidden):
        u = torch.tanh(self.w_ref(ref) + self.w_q(q).unsqueeze(1)) @ self.v
        u = self.clip * torch.tanh(u)
        return u.masked_fill(hidden, -1e9)

    def forward(self, ref, state, pad_mask):
        g = (self.logits(ref, state, pad_mask).softmax(1).unsqueeze(2) * ref).sum(1)
        state = self.cell(g, state)
        return self.logits(ref, state, pad_mask).log_softmax(1)


def example():
    pad = torch.arange(7)[None] >= torch.tensor([7, 4, 2])[:, None]
    return {"ref": torch.randn(3, 7, 16), "state": torch.randn(3, 16), "pad_mask": pad}
