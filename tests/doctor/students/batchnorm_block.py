"""Self-attention under a batch norm of the real words."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class NormOnWords(nn.Module):
    """Batch normalisation whose statistics come from real words only."""

    def __init__(self, d):
        super().__init__()
        self.bn = nn.BatchNorm1d(d)

    def forward(self, x, ok):
        y = torch.zeros_like(x)
        y[ok] = self.bn(x[ok])
        return y


class BNAttention(nn.Module):
    def __init__(self, d=18, layers=2, classes=2):
        super().__init__()
        self.norms = nn.ModuleList([NormOnWords(d) for _ in range(layers)])
        self.qs = nn.ModuleList([nn.Linear(d, d, bias=False) for _ in range(layers)])
        self.ks = nn.ModuleList([nn.Linear(d, d, bias=False) for _ in range(layers)])
        self.vs = nn.ModuleList([nn.Linear(d, d, bias=False) for _ in range(layers)])
        self.ffs = nn.ModuleList([nn.Linear(d, d) for _ in range(layers)])
        self.head = nn.Linear(d, classes)

    def forward(self, x, lengths):
        b, n, d = x.shape
        ok = torch.arange(n, device=x.device).view(1, n) < lengths.view(b, 1)
        bias = torch.zeros(b, 1, n).masked_fill(~ok.unsqueeze(1), -1e30)
        for norm, q, k, v, ff in zip(self.norms, self.qs, self.ks, self.vs, self.ffs):
            z = norm(x, ok)
            a = torch.baddbmm(bias.expand(b, n, n), q(z), k(z).mT, alpha=d**-0.5)
            a = F.softmax(a, -1)
            x = F.relu(ff(x + a.bmm(v(z))))
        x = x.masked_fill(~ok.unsqueeze(2), 0)
        return self.head(x.sum(1) / ok.sum(1).clamp(min=1).unsqueeze(1))
