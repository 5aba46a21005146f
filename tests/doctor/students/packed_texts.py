"""A packed sequence in, a dataclass out: a GRU whose states are pooled by a learned score."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import PackedSequence, pad_packed_sequence


@dataclass
class Read:
    logits: Tensor
    alphas: Tensor


class PackedReader(nn.Module):
    def __init__(self, size=10, hidden=8, classes=3):
        super().__init__()
        self.gru = nn.GRU(size, hidden, batch_first=True, bidirectional=True)
        self.score = nn.Linear(2 * hidden, 1)
        self.out = nn.Linear(2 * hidden, classes)

    def forward(self, texts: PackedSequence) -> Read:
        states, counts = pad_packed_sequence(self.gru(texts)[0], batch_first=True)
        e = self.score(torch.tanh(states)).squeeze(-1)
        real = torch.arange(states.shape[1])[None] < counts[:, None]
        e = e.masked_fill(~real, -1e9)
        alphas = e.softmax(dim=1)
        return Read(self.out((alphas[..., None] * states).sum(1)), alphas)
