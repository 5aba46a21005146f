"""The mean of the words, by lengths; no attention at all."""

import torch
from torch import nn


class BagOfEmbeddings(nn.Module):
    """Baseline: average of the word vectors, then an MLP."""

    def __init__(self, vocab_size=50, emb=16, hidden=12, out=2):
        super().__init__()
        self.emb = nn.Embedding(vocab_size, emb)
        self.mlp = nn.Sequential(nn.Linear(emb, hidden), nn.ReLU(), nn.Dropout(0.2), nn.Linear(hidden, out))

    def forward(self, ids, lengths):
        e = self.emb(ids)  # b n d
        keep = (torch.arange(ids.shape[1]).unsqueeze(0) < lengths.unsqueeze(1)).float()
        total = (e * keep.unsqueeze(-1)).sum(1)
        mean = total / lengths.clamp(min=1).unsqueeze(1)
        return self.mlp(mean)
