"""Additive attention that pools word vectors into one, with lengths."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class AdditivePooling(nn.Module):
    def __init__(self, d=24, hidden=16):
        super().__init__()
        self.W = nn.Linear(d, hidden)
        self.v = nn.Linear(hidden, 1, bias=False)

    def forward(self, x, lens):
        # x: batch, seq, dim
        e = self.v(torch.tanh(self.W(x))).squeeze(-1)
        pad = torch.arange(x.size(1), device=x.device)[None, :] >= lens[:, None]
        e = e.masked_fill(pad, -1e9)
        a = F.softmax(e, dim=1)
        return torch.bmm(a.unsqueeze(1), x).squeeze(1)
