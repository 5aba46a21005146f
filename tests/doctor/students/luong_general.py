"""Luong's general attention: a decoder state looks at the encoder's states."""

import torch
import torch.nn as nn


class LuongGeneral(nn.Module):
    def __init__(self, hidden_size=20):
        super().__init__()
        self.attn = nn.Linear(hidden_size, hidden_size, bias=False)
        self.concat = nn.Linear(2 * hidden_size, hidden_size)

    def forward(self, hidden, encoder_outputs, src_len):
        # hidden [b, h], encoder_outputs [b, s, h]
        proj = self.attn(encoder_outputs)
        scores = torch.bmm(proj, hidden.unsqueeze(2)).squeeze(2)
        keep = torch.arange(encoder_outputs.shape[1]).expand(scores.shape) < src_len.unsqueeze(1)
        scores[~keep] = -1e9
        weights = scores.softmax(dim=-1)
        context = (weights.unsqueeze(2) * encoder_outputs).sum(1)
        return torch.tanh(self.concat(torch.cat([context, hidden], dim=1))), weights
