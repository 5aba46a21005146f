"""Three plain layers of self-attention, a mask that is True for words, a masked mean."""

import math

import torch
import torch.nn as nn


class SelfAttLayer(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.d = d
        self.Q = nn.Linear(d, d)
        self.K = nn.Linear(d, d)
        self.V = nn.Linear(d, d)
        self.lin = nn.Linear(d, d)
        for m in (self.Q, self.K, self.V, self.lin):
            nn.init.orthogonal_(m.weight, gain=1.7)

    def forward(self, x, mask):
        q, k, v = self.Q(x), self.K(x), self.V(x)
        s = torch.matmul(q, k.transpose(1, 2)) / math.sqrt(self.d)
        s = s.masked_fill(~mask[:, None, :], -1e9)
        p = nn.functional.softmax(s, dim=2)
        return torch.relu(self.lin(torch.matmul(p, v)))


class SelfAttentionNet(nn.Module):
    def __init__(self, d=16, L=3, nb_classes=2):
        super().__init__()
        self.layers = nn.ModuleList([SelfAttLayer(d) for _ in range(L)])
        self.cls = nn.Linear(d, nb_classes)

    def forward(self, x, mask):
        # mask : True = un vrai mot
        for layer in self.layers:
            x = layer(x, mask)
        m = mask.unsqueeze(-1).float()
        moy = (x * m).sum(1) / m.sum(1).clamp(min=1)
        return self.cls(moy)
