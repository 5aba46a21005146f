"""Two texts of token numbers, each padded, that are aligned softly."""

import math

import torch
import torch.nn as nn


class DecomposableAttention(nn.Module):
    """Attend, compare, aggregate over a premise and a hypothesis."""

    def __init__(self, vocab=50, dim=16, classes=3):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim, padding_idx=0)
        self.attend = nn.Sequential(nn.Linear(dim, dim), nn.ReLU(), nn.Linear(dim, dim))
        self.compare = nn.Sequential(nn.Linear(2 * dim, dim), nn.ReLU())
        self.aggregate = nn.Linear(2 * dim, classes)

    def forward(self, premise, hypothesis):
        pm, hm = premise != 0, hypothesis != 0
        a, b = self.emb(premise), self.emb(hypothesis)
        e = self.attend(a) @ self.attend(b).transpose(1, 2) / math.sqrt(a.size(-1))
        beta = e.masked_fill(~hm.unsqueeze(1), -1e9).softmax(2) @ b
        alpha = e.masked_fill(~pm.unsqueeze(2), -1e9).softmax(1).transpose(1, 2) @ a
        v1 = (self.compare(torch.cat([a, beta], -1)) * pm.unsqueeze(-1)).sum(1)
        v2 = (self.compare(torch.cat([b, alpha], -1)) * hm.unsqueeze(-1)).sum(1)
        return self.aggregate(torch.cat([v1, v2], -1))


def example():
    premise = torch.randint(1, 50, (3, 7))
    hypothesis = torch.randint(1, 50, (3, 5))
    premise[1, 4:] = 0
    premise[2, 2:] = 0
    hypothesis[1, 3:] = 0
    hypothesis[2, 4:] = 0
    return {"premise": premise, "hypothesis": hypothesis}
