"""Bahdanau's attention: one state asks, the states of the encoder answer."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Additive(nn.Module):
    def __init__(self, dec=10, enc=14, hid=9):
        super().__init__()
        self.W = nn.Linear(dec, hid, bias=False)
        self.U = nn.Linear(enc, hid, bias=False)
        self.v = nn.Linear(hid, 1, bias=False)

    def forward(self, state, encoder_outputs, mask):
        energy = self.v(torch.tanh(self.W(state)[:, None, :] + self.U(encoder_outputs)))
        energy = energy.squeeze(2).masked_fill(mask == 0, -1e10)
        alpha = F.softmax(energy, dim=-1)
        context = torch.bmm(alpha.unsqueeze(1), encoder_outputs).squeeze(1)
        return context, alpha


def example():
    mask = torch.ones(4, 6)
    mask[1, 4:] = 0
    return {"state": torch.randn(4, 10), "encoder_outputs": torch.randn(4, 6, 14), "mask": mask}
