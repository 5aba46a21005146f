"""A GRU over [n, b] under additive attention, masked."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class GRUWithAttention(nn.Module):
    """src: [src len, batch]   src_len: [batch]"""

    def __init__(self, input_dim=40, emb_dim=14, hid_dim=16, output_dim=2, dropout=0.5):
        super().__init__()
        self.hid_dim = hid_dim
        self.embedding = nn.Embedding(input_dim, emb_dim)
        self.rnn = nn.GRU(emb_dim, hid_dim, num_layers=2, dropout=dropout)
        self.attn = nn.Linear(hid_dim, hid_dim)
        self.v = nn.Linear(hid_dim, 1, bias=False)
        self.out = nn.Linear(hid_dim, output_dim)
        self.dropout = nn.Dropout(dropout)
        self.hidden = None

    def forward(self, src, src_len):
        # embedded = [src len, batch size, emb dim]
        embedded = self.dropout(self.embedding(src))
        self.hidden = None
        outputs, self.hidden = self.rnn(embedded, self.hidden)
        # outputs = [src len, batch size, hid dim]
        energy = torch.tanh(self.attn(outputs))
        attention = self.v(energy).squeeze(2)
        mask = torch.arange(src.shape[0]).unsqueeze(1) < src_len.unsqueeze(0)
        attention = attention.masked_fill(mask == 0, -1e10)
        a = F.softmax(attention, dim=0)
        # a = [src len, batch size] -> [batch size, 1, src len]
        a = a.permute(1, 0).unsqueeze(1)
        outputs = outputs.permute(1, 0, 2)
        weighted = torch.bmm(a, outputs).squeeze(1)
        prediction = self.out(weighted)
        return prediction, a.squeeze(1)


def example():
    torch.manual_seed(0)
    src = torch.randint(1, 40, (8, 4))
    src_len = torch.tensor([8, 6, 3, 5])
    for j, length in enumerate(src_len):
        src[length:, j] = 0
    return {"src": src, "src_len": src_len}
