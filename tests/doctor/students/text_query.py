"""Classifier whose query is made from the mean of the text, with its own values."""

import torch
import torch.nn as nn


class TextQuery(nn.Module):
    def __init__(self, dim=40, classes=2):
        super().__init__()
        self.q = nn.Linear(dim, dim)
        self.v = nn.Sequential(nn.Linear(dim, dim), nn.ReLU())
        self.clf = nn.Linear(dim, classes)
        self.dim = dim

    def forward(self, x, lengths):
        idx = torch.arange(x.shape[1], device=x.device)
        mask = (idx.unsqueeze(0) < lengths.unsqueeze(1)).float()
        t = (x * mask.unsqueeze(-1)).sum(1) / lengths.clamp(min=1).unsqueeze(1)
        q = self.q(t)
        scores = torch.matmul(x, q.unsqueeze(-1)).squeeze(-1) / self.dim**0.5
        scores = scores.masked_fill(mask == 0, -1e9)
        alpha = torch.softmax(scores, 1)
        z = torch.einsum("bn,bnd->bd", alpha, self.v(x))
        return self.clf(z)
