"""nn.TransformerEncoder with learned positions, masked mean on top."""

import torch
from torch import nn


class TorchEncoderClassifier(nn.Module):
    def __init__(self, num_tokens=90, d_model=32, nhead=2, nlayers=2, max_len=128):
        super().__init__()
        self.embed = nn.Embedding(num_tokens, d_model)
        self.positions = nn.Parameter(torch.randn(max_len, d_model) * 0.5)
        layer = nn.TransformerEncoderLayer(d_model, nhead, 64, dropout=0.1, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, nlayers)
        self.fc = nn.Linear(d_model, 3)

    def forward(self, src, src_key_padding_mask):
        h = self.embed(src) + self.positions[: src.size(1)]
        h = self.encoder(h, src_key_padding_mask=src_key_padding_mask)
        real = (~src_key_padding_mask).unsqueeze(-1).float()
        pooled = (h * real).sum(dim=1) / real.sum(dim=1).clamp(min=1)
        return self.fc(pooled)
