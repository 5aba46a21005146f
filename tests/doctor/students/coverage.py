"""Seq2seq with Bahdanau attention and coverage, after See et al. 2017."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


class Encoder(nn.Module):
    def __init__(self, vocab, emb, hid):
        super().__init__()
        self.emb = nn.Embedding(vocab, emb, padding_idx=0)
        self.rnn = nn.GRU(emb, hid, batch_first=True, bidirectional=True)
        self.reduce = nn.Linear(2 * hid, hid)

    def forward(self, src, lens):
        packed = pack_padded_sequence(self.emb(src), lens.cpu(), batch_first=True, enforce_sorted=False)
        out, h = self.rnn(packed)
        out, _ = pad_packed_sequence(out, batch_first=True, total_length=src.size(1))
        return out, torch.tanh(self.reduce(torch.cat([h[0], h[1]], -1)))


class CoverageAttention(nn.Module):
    def __init__(self, hid):
        super().__init__()
        self.W_h = nn.Linear(2 * hid, hid, bias=False)
        self.W_s = nn.Linear(hid, hid)
        self.w_c = nn.Linear(1, hid, bias=False)
        self.v = nn.Linear(hid, 1, bias=False)

    def forward(self, s, enc, mask, coverage):
        feats = self.W_h(enc) + self.W_s(s).unsqueeze(1) + self.w_c(coverage.unsqueeze(-1))
        e = self.v(torch.tanh(feats)).squeeze(-1)
        e = e.masked_fill(~mask, float("-inf"))
        a = F.softmax(e, dim=1)
        context = torch.bmm(a.unsqueeze(1), enc).squeeze(1)
        return context, a, coverage + a


class PointerlessSummarizer(nn.Module):
    def __init__(self, vocab=60, emb=16, hid=20):
        super().__init__()
        self.encoder = Encoder(vocab, emb, hid)
        self.attention = CoverageAttention(hid)
        self.cell = nn.GRUCell(emb + 2 * hid, hid)
        self.out = nn.Linear(3 * hid, vocab)

    def forward(self, src, src_lens, tgt):
        enc, s = self.encoder(src, src_lens)
        mask = torch.arange(src.size(1), device=src.device)[None, :] < src_lens[:, None]
        coverage = torch.zeros(src.size(0), src.size(1), device=src.device)
        context, _, _ = self.attention(s, enc, mask, coverage)
        logits, attns = [], []
        for t in range(tgt.size(1)):
            s = self.cell(torch.cat([self.encoder.emb(tgt[:, t]), context], -1), s)
            context, a, coverage = self.attention(s, enc, mask, coverage)
            logits.append(self.out(torch.cat([s, context], -1)))
            attns.append(a)
        return torch.stack(logits, 1), torch.stack(attns, 1)
