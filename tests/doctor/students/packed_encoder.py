"""Packed sources, and targets that look at them."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


class Encoder(nn.Module):
    def __init__(self, vocab, emb, hid):
        super().__init__()
        self.embedding = nn.Embedding(vocab, emb, padding_idx=0)
        self.rnn = nn.GRU(emb, hid, bidirectional=True, batch_first=True)
        self.bridge = nn.Linear(2 * hid, hid)

    def forward(self, src, src_lengths):
        packed = pack_padded_sequence(self.embedding(src), src_lengths.tolist(), batch_first=True, enforce_sorted=False)
        out, h = self.rnn(packed)
        out, _ = pad_packed_sequence(out, batch_first=True, total_length=src.shape[1])
        return out, torch.tanh(self.bridge(torch.cat((h[0], h[1]), 1)))


class Decoder(nn.Module):
    def __init__(self, vocab, emb, hid):
        super().__init__()
        self.embedding = nn.Embedding(vocab, emb)
        self.rnn = nn.GRU(emb, hid, batch_first=True)
        self.attn_in = nn.Linear(2 * hid, hid, bias=False)
        self.out = nn.Linear(3 * hid, vocab)

    def forward(self, tgt, h, memory, mask):
        states, _ = self.rnn(self.embedding(tgt), h.unsqueeze(0))
        scores = states.bmm(self.attn_in(memory).transpose(1, 2)) / states.size(2) ** 0.5
        scores = scores.masked_fill(~mask.unsqueeze(1), -1e10)
        attn = F.softmax(scores, dim=2)
        ctx = attn.bmm(memory)
        return self.out(torch.cat((states, ctx), 2)), attn


class Seq2Seq(nn.Module):
    """src [b, n] with its lengths, tgt [b, m] fed with teacher forcing."""

    def __init__(self, encoder, decoder):
        super().__init__()
        self.encoder = encoder
        self.decoder = decoder

    def forward(self, src, src_lengths, tgt):
        memory, h = self.encoder(src, src_lengths)
        logits, attn = self.decoder(tgt, h, memory, src != 0)
        return logits, attn


def model():
    return Seq2Seq(Encoder(45, 14, 18), Decoder(50, 14, 18))


def example():
    src = torch.randint(1, 45, (3, 8))
    src[1, 5:] = 0
    src[2, 3:] = 0
    return {"src": src, "src_lengths": torch.tensor([8, 5, 3]), "tgt": torch.randint(1, 50, (3, 6))}
