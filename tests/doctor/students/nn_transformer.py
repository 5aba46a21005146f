"""nn.Transformer from words to words."""

import math

import torch
import torch.nn as nn


class PositionalEncoding(nn.Module):
    def __init__(self, emb_size, dropout, maxlen=200):
        super().__init__()
        den = torch.exp(-torch.arange(0, emb_size, 2) * math.log(10000) / emb_size)
        pos = torch.arange(0, maxlen).reshape(maxlen, 1)
        table = torch.zeros((maxlen, emb_size))
        table[:, 0::2] = torch.sin(pos * den)
        table[:, 1::2] = torch.cos(pos * den)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("pos_embedding", table)

    def forward(self, x):
        return self.dropout(x + self.pos_embedding[: x.size(1)])


class TranslationModel(nn.Module):
    def __init__(self, src_vocab=60, trg_vocab=50, emb=32, nhead=4):
        super().__init__()
        self.transformer = nn.Transformer(emb, nhead, 1, 1, 64, batch_first=True)
        self.generator = nn.Linear(emb, trg_vocab)
        self.src_tok = nn.Embedding(src_vocab, emb)
        self.trg_tok = nn.Embedding(trg_vocab, emb)
        self.positional = PositionalEncoding(emb, 0.1)

    def forward(self, src, trg, src_padding_mask):
        src_emb = self.positional(self.src_tok(src))
        trg_emb = self.positional(self.trg_tok(trg))
        trg_mask = nn.Transformer.generate_square_subsequent_mask(trg.size(1))
        outs = self.transformer(
            src_emb,
            trg_emb,
            tgt_mask=trg_mask,
            src_key_padding_mask=src_padding_mask,
            memory_key_padding_mask=src_padding_mask,
        )
        return self.generator(outs)
