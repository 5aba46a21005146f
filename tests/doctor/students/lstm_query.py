"""The last state of a BiLSTM asks for the words."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


class LSTMQuery(nn.Module):
    """The final state of a bidirectional LSTM asks, the states answer (dot score)."""

    def __init__(self, vocab=45, emb=10, hid=8, out=2):
        super().__init__()
        self.embedding = nn.Embedding(vocab, emb)
        self.encoder = nn.LSTM(emb, hid, bidirectional=True, batch_first=True)
        self.label = nn.Linear(4 * hid, out)

    def forward(self, text, text_lengths):
        b, n = text.shape
        packed = pack_padded_sequence(
            self.embedding(text), text_lengths.clamp(min=1), batch_first=True, enforce_sorted=False
        )
        output, (h_n, c_n) = self.encoder(packed)
        output, _ = pad_packed_sequence(output, batch_first=True, total_length=n)
        final = torch.cat([h_n[0], h_n[1]], dim=1)
        scores = torch.bmm(output, final.unsqueeze(2)).squeeze(2)
        scores = scores.masked_fill(torch.arange(n)[None] >= text_lengths[:, None], -1e9)
        soft = F.softmax(scores, 1)
        new_hidden = torch.bmm(output.transpose(1, 2), soft.unsqueeze(2)).squeeze(2)
        return self.label(torch.cat([new_hidden, final], 1))


def example():
    text = torch.tensor([[1, 5, 9, 30, 22, 17], [2, 8, 44, 0, 0, 0], [13, 7, 0, 0, 0, 0], [3, 28, 41, 16, 0, 0]])
    return {"text": text, "text_lengths": torch.tensor([6, 3, 2, 4])}
