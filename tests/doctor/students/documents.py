"""Words to sentences to documents."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Pool(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.lin = nn.Linear(d, d)
        self.ctx = nn.Linear(d, 1, bias=False)

    def forward(self, x, keep):
        score = self.ctx(torch.tanh(self.lin(x))).squeeze(-1)
        score = score.masked_fill(~keep, -1e9)
        alpha = F.softmax(score, dim=-1)
        return torch.matmul(alpha.unsqueeze(-2), x).squeeze(-2), alpha


class HAN(nn.Module):
    """Hierarchical attention: words -> sentences -> document. documents: [batch, sentences, words], 0 is padding."""

    def __init__(self, vocab=60, d=16, n_classes=3):
        super().__init__()
        self.emb = nn.Embedding(vocab, d, padding_idx=0)
        self.words = Pool(d)
        self.sentences = Pool(d)
        self.classifier = nn.Linear(d, n_classes)

    def forward(self, documents):
        keep = documents.ne(0)
        sent, alpha_w = self.words(self.emb(documents), keep)
        doc, alpha_s = self.sentences(sent, keep.any(-1))
        return self.classifier(doc), alpha_w, alpha_s


def example():
    docs = torch.randint(1, 60, (2, 4, 6))
    docs[0, 1, 4:] = 0
    docs[1, 0, 3:] = 0
    docs[1, 2:] = 0
    return {"documents": docs}
