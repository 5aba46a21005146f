"""A question that reads itself and then a passage; both are padded, and each has its own mask."""

import torch
from torch import nn


class Look(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(d, d) for _ in range(3))

    def forward(self, x, y, keep):
        s = self.q(x) @ self.k(y).transpose(1, 2) / x.size(-1) ** 0.5
        return x + s.masked_fill(~keep[:, None, :], -1e9).softmax(-1) @ self.v(y)


class Answerer(nn.Module):
    def __init__(self, d=24):
        super().__init__()
        self.alone, self.across = Look(d), Look(d)
        self.out = nn.Linear(d, 5)

    def forward(self, question, passage, question_mask, passage_mask):
        x = self.alone(question, question, question_mask)
        x = self.across(x, passage, passage_mask)
        words = question_mask.unsqueeze(-1).float()
        return self.out((x * words).sum(1) / words.sum(1).clamp(min=1))


def example():
    return {
        "question": torch.randn(3, 5, 24),
        "passage": torch.randn(3, 8, 24),
        "question_mask": torch.arange(5)[None] < torch.tensor([5, 3, 4])[:, None],
        "passage_mask": torch.arange(8)[None] < torch.tensor([8, 6, 3])[:, None],
    }
