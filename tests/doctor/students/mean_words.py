"""Mean of word vectors, a linear layer on top: the baseline."""

import torch
import torch.nn as nn


class MeanClassifier(nn.Module):
    def __init__(self, vocab=200, dim=25, n_classes=2):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.drop = nn.Dropout(0.3)
        self.lin = nn.Linear(dim, n_classes)

    def forward(self, x, lengths):
        e = self.emb(x)
        mask = torch.arange(x.size(1))[None] < lengths[:, None]
        e = e * mask[..., None]
        mean = e.sum(dim=1) / lengths[:, None].clamp(min=1).float()
        return self.lin(self.drop(mean))
