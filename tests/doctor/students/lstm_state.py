"""One step of a decoder whose state is a pair."""

import torch
from torch import nn


class Step(nn.Module):
    def __init__(self, d=12, h=10):
        super().__init__()
        self.cell = nn.LSTMCell(d + h, h)
        self.w = nn.Linear(h, h, bias=False)

    def forward(self, word, state, enc, mask):
        h, c = state
        s = torch.einsum("bd,bnd->bn", self.w(h), enc).masked_fill(mask == 0, -1e9)
        context = torch.einsum("bn,bnd->bd", s.softmax(-1), enc)
        h, c = self.cell(torch.cat([word, context], -1), (h, c))
        return h, (h, c)


def example():
    state = (torch.randn(2, 10), torch.randn(2, 10))
    mask = torch.tensor([[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 0, 0]])
    return {"word": torch.randn(2, 12), "state": state, "enc": torch.randn(2, 6, 10), "mask": mask}
