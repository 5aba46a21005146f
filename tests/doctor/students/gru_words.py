"""Words read by a packed GRU, sequence first, then attention."""

import torch
import torch.nn as nn


class WordAttention(nn.Module):
    def __init__(self, n_words=300, emb=50, hid=25, att=30, n_cls=5):
        super().__init__()
        self.embeddings = nn.Embedding(n_words, emb)
        self.rnn = nn.GRU(emb, hid, bidirectional=True)
        self.lin = nn.Linear(2 * hid, att)
        self.u = nn.Linear(att, 1, bias=False)
        self.out = nn.Linear(2 * hid, n_cls)
        self.dropout = nn.Dropout(0.4)

    def forward(self, text, text_lengths):
        # text [len, batch]
        e = self.dropout(self.embeddings(text))
        packed = nn.utils.rnn.pack_padded_sequence(e, text_lengths.cpu(), enforce_sorted=False)
        h, _ = nn.utils.rnn.pad_packed_sequence(self.rnn(packed)[0])
        s = self.u(torch.tanh(self.lin(h))).squeeze(-1)
        mask = torch.arange(h.size(0)).unsqueeze(1) < text_lengths.unsqueeze(0)
        a = torch.softmax(s.masked_fill(~mask, -1e9), dim=0)
        return self.out((a.unsqueeze(-1) * h).sum(0))


def example():
    L = torch.tensor([8, 5, 3])
    t = torch.randint(3, 300, (8, 3))
    return {"text": t * (torch.arange(8)[:, None] < L), "text_lengths": L}
