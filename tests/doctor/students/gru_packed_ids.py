"""Lengths pack the words for a GRU, and padding is told by ids: both say the same."""

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

PAD = 0


class Attention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(2 * dim, dim)
        self.query = nn.Linear(2 * dim, dim)
        self.score = nn.Linear(dim, 1)

    def forward(self, state, outputs, keep):
        e = self.score(torch.tanh(self.proj(outputs) + self.query(state)[:, None])).squeeze(2)
        e = e.masked_fill(~keep, -1e4)
        a = torch.softmax(e, dim=1)
        return (a.unsqueeze(2) * outputs).sum(dim=1), a


class SentimentGRU(nn.Module):
    """Bidirectional GRU, then additive attention asked by the last state."""

    def __init__(self, vocab_size=50, emb=16, dim=12, classes=2):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, emb, padding_idx=PAD)
        self.gru = nn.GRU(emb, dim, batch_first=True, bidirectional=True)
        self.attention = Attention(dim)
        self.drop = nn.Dropout(0.3)
        self.out = nn.Linear(2 * dim, classes)

    def forward(self, input_ids, lengths):
        keep = input_ids != PAD
        x = self.drop(self.embedding(input_ids))
        packed = pack_padded_sequence(x, lengths.cpu(), batch_first=True, enforce_sorted=False)
        outputs, h = self.gru(packed)
        outputs, _ = pad_packed_sequence(outputs, batch_first=True, total_length=input_ids.size(1))
        state = torch.cat([h[0], h[1]], dim=-1)
        context, a = self.attention(state, outputs, keep)
        return {"logits": self.out(self.drop(context)), "attention": a}
