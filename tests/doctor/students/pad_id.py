"""Token numbers alone, zero is padding; several learned queries pool the words."""

import torch
import torch.nn as nn


class PadIdClassifier(nn.Module):
    PAD = 0

    def __init__(self, n_words=80, size=24, queries=3, n_labels=4):
        super().__init__()
        self.embedding = nn.Embedding(n_words, size, padding_idx=0)
        self.queries = nn.Parameter(torch.empty(queries, size).normal_())
        self.keys = nn.Linear(size, size)
        self.values = nn.Linear(size, size)
        self.output = nn.Linear(queries * size, n_labels)

    def forward(self, tokens):
        mask = tokens.ne(self.PAD)
        x = self.embedding(tokens)
        scores = torch.einsum("qd,bnd->bqn", self.queries, self.keys(x)) * x.shape[-1] ** -0.5
        scores = scores.masked_fill(~mask[:, None, :], -10000.0)
        weights = scores.softmax(dim=-1)
        pooled = torch.einsum("bqn,bnd->bqd", weights, self.values(x))
        return self.output(pooled.flatten(1))
