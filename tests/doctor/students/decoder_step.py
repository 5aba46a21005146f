"""One step of a decoder with Bahdanau's attention."""

import torch
import torch.nn as nn


class Decoder(nn.Module):
    def __init__(self, out_dim=70, emb=24, enc=16, dec=20):
        super().__init__()
        self.embedding = nn.Embedding(out_dim, emb)
        self.energy = nn.Linear(2 * enc + dec, dec)
        self.v = nn.Parameter(torch.rand(dec))
        self.rnn = nn.GRU(emb + 2 * enc, dec, batch_first=True)
        self.fc = nn.Linear(emb + dec + 2 * enc, out_dim)

    def attend(self, hidden, enc_out, mask):
        h = hidden.unsqueeze(1).expand(-1, enc_out.size(1), -1)
        e = torch.tanh(self.energy(torch.cat([h, enc_out], -1)))
        s = torch.einsum("bnd,d->bn", e, self.v)
        s = s.masked_fill(mask == 0, -1e10)
        return torch.softmax(s, dim=-1)

    def forward(self, word, hidden, encoder_outputs, mask):
        emb = self.embedding(word)
        a = self.attend(hidden, encoder_outputs, mask)
        ctx = torch.einsum("bn,bnd->bd", a, encoder_outputs)
        out, h = self.rnn(torch.cat([emb, ctx], -1).unsqueeze(1), hidden.unsqueeze(0))
        out = out.squeeze(1)
        return self.fc(torch.cat([out, ctx, emb], -1)), h.squeeze(0), a


def example():
    return {
        "word": torch.tensor([4, 9]),
        "hidden": torch.randn(2, 20),
        "encoder_outputs": torch.randn(2, 6, 32),
        "mask": torch.tensor([[1, 1, 1, 1, 1, 1], [1, 1, 1, 0, 0, 0]]),
    }
