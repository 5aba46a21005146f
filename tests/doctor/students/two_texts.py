"""Two texts that look at each other."""

import torch
import torch.nn as nn


class CoAttention(nn.Module):
    """Two texts read each other: one matrix of scores, softmax once along each side.

    premise [b, n, d], hypothesis [b, m, d]; lengths of each.
    """

    def __init__(self, d=18):
        super().__init__()
        self.f = nn.Linear(d, d)
        self.g = nn.Linear(d, d, bias=False)
        self.d = d

    def forward(self, premise, hypothesis, premise_lengths, hypothesis_lengths):
        e = self.f(premise) @ self.g(hypothesis).transpose(1, 2) / self.d**0.5  # [b, n, m]
        p_pad = torch.arange(premise.size(1))[None] >= premise_lengths[:, None]
        h_pad = torch.arange(hypothesis.size(1))[None] >= hypothesis_lengths[:, None]
        to_h = e.masked_fill(h_pad[:, None, :], -1e9).softmax(dim=2)
        to_p = e.masked_fill(p_pad[:, :, None], -1e9).softmax(dim=1)
        beta = to_h @ hypothesis  # for each word of the premise
        alpha = to_p.transpose(1, 2) @ premise  # for each word of the hypothesis
        return beta, alpha


def example():
    return {
        "premise": torch.randn(2, 7, 18),
        "hypothesis": torch.randn(2, 5, 18),
        "premise_lengths": torch.tensor([7, 4]),
        "hypothesis_lengths": torch.tensor([5, 3]),
    }
