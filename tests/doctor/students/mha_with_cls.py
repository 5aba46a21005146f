"""nn.MultiheadAttention with a CLS vector; padding is known by its number."""

import torch
import torch.nn as nn


class SentimentMHA(nn.Module):
    def __init__(self):
        super().__init__()
        self.pad = 1
        self.emb = nn.Embedding(500, 64, padding_idx=1)
        self.cls = nn.Parameter(torch.zeros(1, 1, 64).normal_(std=0.02))
        self.pos = nn.Embedding(129, 64)
        self.mha = nn.MultiheadAttention(64, 8, dropout=0.1, batch_first=True)
        self.norm = nn.LayerNorm(64)
        self.fc = nn.Linear(64, 1)

    def forward(self, tokens):
        b, n = tokens.shape
        ignore = tokens == self.pad
        x = torch.cat([self.cls.repeat(b, 1, 1), self.emb(tokens)], 1) + self.pos.weight[: n + 1]
        ignore = torch.cat([torch.zeros(b, 1, dtype=torch.bool), ignore], 1)
        y, w = self.mha(x, x, x, key_padding_mask=ignore)
        return torch.sigmoid(self.fc(self.norm(x + y)[:, 0]))
