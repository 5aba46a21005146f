"""torch's encoder over [n, b, d], with token numbers that tell padding."""

import math

import torch
from torch import nn


class TransformerClassifier(nn.Module):
    def __init__(self, ntoken=64, d_model=32, nhead=4, nlayers=2, nclass=2, dropout=0.1, max_len=200):
        super().__init__()
        self.d_model = d_model
        self.embedding = nn.Embedding(ntoken, d_model, padding_idx=0)
        position = torch.arange(max_len).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
        pe = torch.zeros(max_len, 1, d_model)
        pe[:, 0, 0::2] = torch.sin(position * div_term)
        pe[:, 0, 1::2] = torch.cos(position * div_term)
        self.register_buffer("pe", pe)
        layer = nn.TransformerEncoderLayer(d_model, nhead, 2 * d_model, dropout)
        self.transformer_encoder = nn.TransformerEncoder(layer, nlayers, enable_nested_tensor=False)
        self.decoder = nn.Linear(d_model, nclass)

    def forward(self, ids):
        b, n = ids.shape
        pad = ids.eq(0)
        attn_pad = pad & ~pad.all(dim=1, keepdim=True)
        e = self.embedding(ids) * math.sqrt(self.d_model)
        src = e.transpose(0, 1)  # [seq, batch, dim]
        src = src + self.pe[:n]
        out = self.transformer_encoder(src, src_key_padding_mask=attn_pad)
        keep = (~pad).t().unsqueeze(2).float()
        out = (out * keep).sum(0) / keep.sum(0).clamp(min=1.0)
        return self.decoder(out)


def example():
    torch.manual_seed(0)
    ids = torch.randint(1, 64, (4, 9))
    ids[1, 4:] = 0
    ids[2, 7:] = 0
    ids[3, 2:] = 0
    return {"ids": ids}
