"""Two texts that look at each other, each with its mask."""

import torch
from torch import nn


class Pair(nn.Module):
    def __init__(self, d=14):
        super().__init__()
        self.p = nn.Linear(4 * d, d)
        self.c = nn.Linear(2 * d, 3)

    def forward(self, premise, hypothesis, premise_mask, hypothesis_mask):
        e = premise @ hypothesis.transpose(1, 2)
        a = e.masked_fill(~hypothesis_mask[:, None, :], -1e9).softmax(2) @ hypothesis
        b = e.masked_fill(~premise_mask[:, :, None], -1e9).softmax(1).transpose(1, 2) @ premise
        one, two = self.read(premise, a, premise_mask), self.read(hypothesis, b, hypothesis_mask)
        return self.c(torch.cat([one, two], -1))

    def read(self, x, y, mask):
        z = torch.relu(self.p(torch.cat([x, y, x - y, x * y], -1)))
        return (z * mask.unsqueeze(-1)).sum(1)


def example():
    return {
        "premise": torch.randn(3, 6, 14),
        "hypothesis": torch.randn(3, 5, 14),
        "premise_mask": torch.arange(6)[None] < torch.tensor([6, 4, 2])[:, None],
        "hypothesis_mask": torch.arange(5)[None] < torch.tensor([5, 5, 3])[:, None],
    }
