import torch
import torch.nn as nn


class Reports(nn.Module):
    """Every report has the same number of sentences, read in order by a GRU."""

    def __init__(self, vocab=50, dim=16):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim, padding_idx=0)
        self.score = nn.Linear(dim, 1)
        self.gru = nn.GRU(dim, dim, batch_first=True)
        self.out = nn.Linear(dim, 3)

    def forward(self, docs):
        real = docs != 0
        x = self.embed(docs)
        a = self.score(x).squeeze(-1).masked_fill(~real, -1e9).softmax(-1)
        sentences = (a.unsqueeze(-1) * x).sum(2)
        return self.out(self.gru(sentences)[0].mean(1))


def example():
    docs = torch.randint(1, 50, (3, 4, 6))
    docs[1, :, 4:] = 0
    docs[2, :, 3:] = 0
    return {"docs": docs}
