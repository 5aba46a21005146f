"""Words down, texts across: the mask stands as the words do, [n, b]."""

import torch
import torch.nn as nn


class ColumnPooling(nn.Module):
    def __init__(self, vocab=50, d=24, classes=2):
        super().__init__()
        self.emb = nn.Embedding(vocab, d)
        self.score = nn.Linear(d, 1)
        self.fc = nn.Linear(d, classes)

    def forward(self, words, mask):
        x = self.emb(words)
        e = self.score(torch.tanh(x)).squeeze(-1)
        e = e.masked_fill(mask == 0, -1e9)
        a = torch.softmax(e, dim=0)
        return self.fc((a.unsqueeze(-1) * x).sum(0))


def example():
    torch.manual_seed(7)
    lengths = torch.tensor([6, 4, 3])
    words = torch.randint(1, 50, (6, 3))
    mask = (torch.arange(6)[:, None] < lengths[None, :]).long()
    return {"words": words * mask, "mask": mask}
