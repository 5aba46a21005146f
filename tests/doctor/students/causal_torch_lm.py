"""A language model out of nn.TransformerEncoder and a square mask."""

import torch
from torch import nn


class NextWordModel(nn.Module):
    def __init__(self, ntoken=66, d_model=32, nhead=4, nlayers=2):
        super().__init__()
        self.encoder = nn.Embedding(ntoken, d_model)
        self.pos = nn.Parameter(torch.randn(1, 100, d_model) * 0.3)
        layers = nn.TransformerEncoderLayer(d_model, nhead, 48, 0.1, batch_first=True)
        self.transformer_encoder = nn.TransformerEncoder(layers, nlayers)
        self.decoder = nn.Linear(d_model, ntoken)

    def forward(self, src):
        x = self.encoder(src) + self.pos[:, : src.size(1)]
        mask = torch.full((src.size(1), src.size(1)), float("-inf")).triu(diagonal=1)
        return self.decoder(self.transformer_encoder(x, mask=mask))
