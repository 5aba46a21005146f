"""A batch as one dict."""

import torch
from torch import nn


class OfBatch(nn.Module):
    def __init__(self):
        super().__init__()
        self.e = nn.Embedding(50, 12, padding_idx=0)
        self.a = nn.Linear(12, 1)
        self.o = nn.Linear(12, 2)

    def forward(self, batch):
        x = self.e(batch["ids"])
        s = self.a(x).squeeze(-1).masked_fill(~batch["mask"], -1e9)
        return {"logits": self.o((s.softmax(-1).unsqueeze(-1) * x).sum(1))}


def example():
    ids = torch.randint(1, 50, (2, 6))
    ids[1, 4:] = 0
    return {"batch": {"ids": ids, "mask": ids != 0}}
