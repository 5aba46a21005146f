"""Three scores of one state over an encoder, [n, b, d]."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Attn(nn.Module):
    """Luong attention layer, 'dot', 'general' or 'concat'; sequence first."""

    def __init__(self, method="general", hidden_size=16):
        super().__init__()
        self.method = method
        self.hidden_size = hidden_size
        if self.method == "general":
            self.attn = nn.Linear(hidden_size, hidden_size, bias=False)
        elif self.method == "concat":
            self.attn = nn.Linear(hidden_size * 2, hidden_size)
            self.v = nn.Parameter(torch.rand(hidden_size))
        self.concat = nn.Linear(hidden_size * 2, hidden_size)

    def score(self, hidden, encoder_outputs):
        if self.method == "dot":
            return torch.sum(hidden * encoder_outputs, dim=2)
        if self.method == "general":
            return torch.sum(hidden * self.attn(encoder_outputs), dim=2)
        both = torch.cat((hidden.expand(encoder_outputs.size(0), -1, -1), encoder_outputs), 2)
        return torch.sum(self.v * self.attn(both).tanh(), dim=2)

    def forward(self, hidden, encoder_outputs, lengths):
        # hidden: (1, b, h)   encoder_outputs: (n, b, h)
        attn_energies = self.score(hidden, encoder_outputs).t()
        keep = torch.arange(encoder_outputs.size(0)).unsqueeze(0) < lengths.unsqueeze(1)
        attn_energies = attn_energies.masked_fill(~keep, -1e9)
        weights = F.softmax(attn_energies, dim=1).unsqueeze(1)
        context = weights.bmm(encoder_outputs.transpose(0, 1)).squeeze(1)
        h_tilde = torch.tanh(self.concat(torch.cat((context, hidden.squeeze(0)), 1)))
        return h_tilde, weights


def luong_dot():
    return Attn("dot")


def luong_concat():
    return Attn("concat")


def example():
    torch.manual_seed(5)
    return {
        "hidden": torch.randn(1, 3, 16),
        "encoder_outputs": torch.randn(7, 3, 16),
        "lengths": torch.tensor([7, 4, 2]),
    }
