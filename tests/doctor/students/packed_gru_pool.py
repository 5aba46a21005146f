"""A packed GRU, and attention over its states with one learned vector."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


class Reader(nn.Module):
    def __init__(self, vocab=70, e=24, h=16):
        super().__init__()
        self.emb = nn.Embedding(vocab, e, padding_idx=0)
        self.gru = nn.GRU(e, h, batch_first=True, bidirectional=True)
        self.w = nn.Linear(2 * h, 2 * h)
        self.u = nn.Parameter(torch.randn(2 * h) * 0.2)
        self.fc = nn.Linear(2 * h, 3)

    def forward(self, ids, lengths):
        x = self.emb(ids)
        packed = pack_padded_sequence(x, lengths.cpu(), batch_first=True, enforce_sorted=False)
        out, _ = pad_packed_sequence(self.gru(packed)[0], batch_first=True, total_length=ids.size(1))
        score = torch.tanh(self.w(out)) @ self.u
        mask = torch.arange(ids.size(1), device=ids.device)[None] < lengths[:, None]
        score = score.masked_fill(~mask, -1e4)
        alpha = F.softmax(score, dim=1)
        return self.fc(torch.einsum("bn,bnd->bd", alpha, out))
