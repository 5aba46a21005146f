"""Self-attention with a softmax written by hand, and the text's mean as its query's input."""

import torch
from torch import nn


class ByHand(nn.Module):
    def __init__(self, d=15):
        super().__init__()
        self.Wq = nn.Parameter(torch.randn(d, d) / d**0.5)
        self.Wk = nn.Parameter(torch.randn(d, d) / d**0.5)
        self.Wv = nn.Parameter(torch.randn(d, d) / d**0.5)
        self.d = d

    def forward(self, x, mask):
        q, k, v = x @ self.Wq, x @ self.Wk, x @ self.Wv
        s = q @ k.transpose(1, 2) / self.d**0.5
        s = s - s.max(dim=-1, keepdim=True).values
        e = torch.exp(s) * mask[:, None, :]
        a = e / (e.sum(dim=-1, keepdim=True) + 1e-9)
        h = a @ v
        m = mask[:, :, None]
        return (h * m).sum(1) / m.sum(1).clamp(min=1)


def example():
    mask = torch.ones(3, 8)
    mask[0, 5:] = 0
    return {"x": torch.randn(3, 8, 15), "mask": mask}
