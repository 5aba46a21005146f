"""Self-attention layers with or without a residual, then a mean over the words that are there."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class SelfLayer(nn.Module):
    def __init__(self, d, residual):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, d)
        self.residual = residual

    def forward(self, x, mask):
        scores = torch.bmm(self.q(x), self.k(x).permute(0, 2, 1)) / x.size(-1) ** 0.5
        scores = scores.masked_fill(~mask.unsqueeze(1), -1e9)
        out = F.relu(torch.bmm(F.softmax(scores, 2), self.v(x)))
        return x + out if self.residual else out


class SelfAttentionClassifier(nn.Module):
    def __init__(self, vocab=150, d=28, layers=2, residual=True, classes=2):
        super().__init__()
        self.emb = nn.Embedding(vocab, d)
        self.layers = nn.ModuleList([SelfLayer(d, residual) for _ in range(layers)])
        self.fc = nn.Linear(d, classes)

    def forward(self, ids, lengths):
        x = self.emb(ids)
        mask = torch.arange(ids.shape[1]).unsqueeze(0) < lengths.unsqueeze(1)
        for layer in self.layers:
            x = layer(x, mask)
        x = x.masked_fill(~mask.unsqueeze(-1), 0.0)
        return self.fc(x.sum(1) / lengths.clamp(min=1).unsqueeze(1))


def plain():
    return SelfAttentionClassifier(residual=False)


def with_residual():
    return SelfAttentionClassifier(residual=True)
