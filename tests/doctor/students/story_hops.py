"""End-to-end memory network with two hops: the question reads a story, sentence by sentence."""

import torch
import torch.nn as nn


class MemN2N(nn.Module):
    def __init__(self, vocab=45, d=20, hops=2, max_sentences=12):
        super().__init__()
        self.A = nn.Embedding(vocab, d, padding_idx=0)
        self.C = nn.Embedding(vocab, d, padding_idx=0)
        self.B = nn.Embedding(vocab, d, padding_idx=0)
        self.T_A = nn.Parameter(torch.randn(max_sentences, d) * 0.3)
        self.T_C = nn.Parameter(torch.randn(max_sentences, d) * 0.3)
        self.H = nn.Linear(d, d)
        self.hops = hops
        self.W = nn.Linear(d, vocab)

    def forward(self, story, question):
        n = story.shape[1]
        exists = story.ne(0).any(dim=2)
        u = self.B(question).sum(1)
        m = self.A(story).sum(2) + self.T_A[:n]
        c = self.C(story).sum(2) + self.T_C[:n]
        for _ in range(self.hops):
            p = torch.einsum("bnd,bd->bn", m, u)
            p = p.masked_fill(~exists, -1e9)
            p = torch.softmax(p, dim=1)
            o = torch.einsum("bn,bnd->bd", p, c)
            u = self.H(u) + o
        return self.W(u)


def example():
    torch.manual_seed(8)
    story = torch.randint(1, 45, (3, 5, 4))
    story[0, 1, 3:] = 0
    story[1, 3:] = 0
    story[2, 2:] = 0
    question = torch.randint(1, 45, (3, 4))
    question[1, 3:] = 0
    return {"story": story, "question": question}
