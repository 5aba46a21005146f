"""One head over query, key and value, without a mask."""

import torch
import torch.nn as nn


class ScaledDotProduct(nn.Module):
    def __init__(self, d_in=12, d=12):
        super().__init__()
        self.fc_q = nn.Linear(d_in, d)
        self.fc_k = nn.Linear(d_in, d)
        self.fc_v = nn.Linear(d_in, d)
        self.softmax = nn.Softmax(dim=2)

    def compute(self, query, key, value):
        q, k, v = self.fc_q(query), self.fc_k(key), self.fc_v(value)
        u = torch.bmm(q, k.transpose(1, 2))
        u = u / (k.size(2) ** 0.5)
        attn = self.softmax(u)
        return torch.bmm(attn, v), attn

    def forward(self, query, key, value):
        return self.compute(query, key, value)
