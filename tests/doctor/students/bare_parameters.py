"""Everything as functions on bare parameters."""

import torch
import torch.nn as nn
import torch.nn.functional as F


def mlp(x, w1, b1, w2, b2):
    return F.linear(F.relu(F.linear(x, w1, b1)), w2, b2)


def g(*s):
    return nn.Parameter(torch.randn(*s) * s[-1] ** -0.5)


class Model(nn.Module):
    def __init__(self, d=30, classes=4):
        super().__init__()
        self.wq, self.wk, self.wv, self.wo = g(d, d), g(d, d), g(d, d), g(d, d)
        self.w1, self.b1, self.w2, self.b2 = g(2 * d, d), g(2 * d), g(classes, 2 * d), g(classes)

    def forward(self, x, m):
        """x [b, n, d]; m [b, n], True for words."""
        q, k, v = F.linear(x, self.wq), F.linear(x, self.wk), F.linear(x, self.wv)
        logits = torch.baddbmm(torch.zeros(1), q, k.transpose(1, 2), beta=0, alpha=x.shape[-1] ** -0.5)
        logits = logits.masked_fill(torch.logical_not(m).unsqueeze(1), -65504.0)
        att = F.dropout(F.softmax(logits, -1), 0.1, self.training)
        h = F.layer_norm(x + F.linear(torch.bmm(att, v), self.wo), x.shape[-1:])
        h = torch.where(m.unsqueeze(-1), h, 0.0).sum(1) / m.sum(1, keepdim=True).clamp(1)
        return mlp(h, self.w1, self.b1, self.w2, self.b2)


def example():
    return {"x": torch.randn(2, 6, 30), "m": torch.tensor([[True] * 6, [True] * 4 + [False] * 2])}
