"""One step of Luong's decoder: an LSTM cell, dot attention, sequence first."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class LuongStep(nn.Module):
    def __init__(self, hidden=22):
        super().__init__()
        self.gru = nn.GRUCell(hidden, hidden)
        self.wc = nn.Linear(hidden * 2, hidden)

    def forward(self, inp, state, enc_outputs, enc_mask):
        # enc_outputs: seq, batch, hidden; enc_mask: batch, seq, True for words
        state = self.gru(inp, state)
        energies = torch.sum(state.unsqueeze(0) * enc_outputs, dim=2).t()
        energies = energies.masked_fill(enc_mask.logical_not(), -1e4)
        attn = F.softmax(energies, dim=1)
        context = attn.unsqueeze(1).bmm(enc_outputs.transpose(0, 1)).squeeze(1)
        return torch.tanh(self.wc(torch.cat((state, context), 1))), state


def example():
    g = torch.Generator().manual_seed(3)
    return {
        "inp": torch.randn(4, 22, generator=g),
        "state": torch.randn(4, 22, generator=g),
        "enc_outputs": torch.randn(6, 4, 22, generator=g),
        "enc_mask": torch.arange(6)[None] < torch.tensor([6, 4, 2, 5])[:, None],
    }
