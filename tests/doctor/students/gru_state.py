"""Additive attention on the states of a GRU, whose first state is zero."""

import torch
from torch import nn


class GRUAttention(nn.Module):
    def __init__(self, features=8, hidden=16):
        super().__init__()
        self.hidden, self.state = hidden, None
        self.gru = nn.GRU(features, hidden, batch_first=True)
        self.proj, self.score, self.out = nn.Linear(hidden, hidden), nn.Linear(hidden, 1), nn.Linear(hidden, 1)

    def forward(self, series):
        state = torch.zeros(1, series.size(0), self.hidden)
        states, last = self.gru(series, state)
        a = torch.softmax(self.score(torch.tanh(self.proj(states))), dim=1)
        return self.out((a * states).sum(dim=1)), a.squeeze(-1)
