"""Hierarchical attention: words make sentences, sentences make a document."""

import torch
import torch.nn as nn


def masked_softmax(scores, mask):
    scores = scores.masked_fill(~mask, -1e30)
    return torch.softmax(scores, -1) * mask


class Level(nn.Module):
    def __init__(self, d_in, d):
        super().__init__()
        self.proj = nn.Linear(d_in, d)
        self.context = nn.Linear(d, 1, bias=False)

    def forward(self, h, mask):
        u = torch.tanh(self.proj(h))
        a = masked_softmax(self.context(u).squeeze(-1), mask)
        return (a.unsqueeze(-1) * h).sum(-2), a


class HAN(nn.Module):
    def __init__(self, vocab=80, d=24, labels=3):
        super().__init__()
        self.emb = nn.Embedding(vocab, d)
        self.word = Level(d, d)
        self.sent = Level(d, d)
        self.mix = nn.Linear(d, d)
        self.cls = nn.Linear(d, labels)

    def forward(self, docs):
        """docs: batch, sentences, words; 0 is padding, a sentence of zeros does not exist."""
        word_mask = docs.ne(0)
        sent_mask = word_mask.any(-1)
        s, word_a = self.word(self.emb(docs), word_mask)
        s = torch.relu(self.mix(s))
        d, sent_a = self.sent(s, sent_mask)
        return self.cls(d), (word_a, sent_a)


def example():
    torch.manual_seed(9)
    docs = torch.randint(1, 80, (3, 4, 6))
    docs[0, :, 5:] = 0
    docs[1, 2:] = 0
    docs[2, 3:] = 0
    docs[2, 1, 3:] = 0
    return {"docs": docs}
