"""Encoder and decoder GRU, Bahdanau attention at each step of the decoder, teacher forcing."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


class Attention(nn.Module):
    def __init__(self, enc, dec, att):
        super().__init__()
        self.Wa = nn.Linear(dec, att)
        self.Ua = nn.Linear(enc, att)
        self.va = nn.Linear(att, 1)

    def forward(self, s, H, mask):
        e = self.va(torch.tanh(self.Wa(s).unsqueeze(1) + self.Ua(H))).squeeze(2)
        e = e.masked_fill(~mask, -1e10)
        a = F.softmax(e, dim=1)
        return torch.bmm(a.unsqueeze(1), H).squeeze(1), a


class Seq2Seq(nn.Module):
    def __init__(self, src_vocab=50, tgt_vocab=60, emb=16, hid=20):
        super().__init__()
        self.src_emb = nn.Embedding(src_vocab, emb, padding_idx=0)
        self.tgt_emb = nn.Embedding(tgt_vocab, emb, padding_idx=0)
        self.enc = nn.GRU(emb, hid, batch_first=True, bidirectional=True)
        self.bridge = nn.Linear(2 * hid, hid)
        self.att = Attention(2 * hid, hid, hid)
        self.cell = nn.GRUCell(emb + 2 * hid, hid)
        self.out = nn.Linear(hid, tgt_vocab)

    def forward(self, src, src_lengths, tgt):
        packed = pack_padded_sequence(self.src_emb(src), src_lengths.cpu(), batch_first=True, enforce_sorted=False)
        H, h = self.enc(packed)
        H, _ = pad_packed_sequence(H, batch_first=True, total_length=src.size(1))
        s = torch.tanh(self.bridge(torch.cat([h[0], h[1]], dim=1)))
        mask = torch.arange(src.size(1)).unsqueeze(0) < src_lengths.unsqueeze(1)
        outputs = []
        y = self.tgt_emb(tgt)
        for t in range(tgt.size(1)):
            ctx, a = self.att(s, H, mask)
            s = self.cell(torch.cat([y[:, t], ctx], dim=1), s)
            outputs.append(self.out(s))
        return torch.stack(outputs, dim=1)
