"""A packed BiLSTM under additive attention."""

import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


class BiLSTMAttention(nn.Module):
    def __init__(self, n_words=60, emb_dim=12, hid=10, n_out=3, drop=0.25):
        super().__init__()
        self.emb = nn.Embedding(n_words, emb_dim, padding_idx=0)
        self.lstm = nn.LSTM(emb_dim, hid, num_layers=1, bidirectional=True, batch_first=True)
        self.proj = nn.Linear(2 * hid, hid)
        self.context = nn.Linear(hid, 1, bias=False)
        self.drop = nn.Dropout(drop)
        self.fc = nn.Linear(2 * hid, n_out)

    def forward(self, ids, lengths):
        e = self.drop(self.emb(ids))
        h0 = torch.zeros(2, ids.size(0), self.lstm.hidden_size)
        packed = pack_padded_sequence(e, lengths.clamp(min=1).cpu(), batch_first=True, enforce_sorted=False)
        out, _ = self.lstm(packed, (h0, h0))
        out, _ = pad_packed_sequence(out, batch_first=True, total_length=ids.size(1))
        score = self.context(torch.tanh(self.proj(out))).squeeze(-1)
        pad = torch.arange(ids.size(1))[None] >= lengths[:, None]
        score = score.masked_fill(pad, torch.finfo(score.dtype).min)
        alpha = score.softmax(-1)
        ctx = torch.bmm(alpha.unsqueeze(1), out).squeeze(1)
        return self.fc(self.drop(ctx)), alpha


def example():
    ids = torch.tensor([[5, 8, 13, 21, 34, 55, 2], [3, 4, 7, 0, 0, 0, 0], [9, 9, 1, 30, 41, 0, 0]])
    return {"ids": ids, "lengths": torch.tensor([7, 3, 5])}
