"""A packed bidirectional LSTM under attention, to classify."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


class LSTMAttention(nn.Module):
    def __init__(self, vocab_size=120, emb_dim=20, hidden=12, num_classes=2):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, emb_dim, padding_idx=0)
        self.lstm = nn.LSTM(emb_dim, hidden, bidirectional=True, batch_first=True)
        self.context = nn.Parameter(torch.randn(2 * hidden))
        self.fc = nn.Linear(2 * hidden, num_classes)

    def forward(self, ids, lengths):
        emb = self.embedding(ids)
        packed = pack_padded_sequence(emb, lengths.cpu(), batch_first=True, enforce_sorted=False)
        out, _ = self.lstm(packed)
        out, _ = pad_packed_sequence(out, batch_first=True)
        u = torch.tanh(out)
        scores = (u * self.context).sum(-1)
        mask = torch.arange(out.size(1)).expand(len(lengths), -1) < lengths.unsqueeze(1)
        scores = torch.where(mask, scores, torch.full_like(scores, -1e9))
        alpha = F.softmax(scores, dim=-1)
        rep = torch.sum(alpha.unsqueeze(-1) * out, dim=1)
        return self.fc(rep), alpha
