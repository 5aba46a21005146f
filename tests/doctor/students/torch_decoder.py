"""nn.TransformerDecoder on target words, with a causal mask, over a memory."""

import torch
import torch.nn as nn


class CaptionDecoder(nn.Module):
    def __init__(self, vocab=70, d=24, heads=4, layers=2):
        super().__init__()
        self.word = nn.Embedding(vocab, d)
        self.place = nn.Embedding(64, d)
        layer = nn.TransformerDecoderLayer(d, heads, 48, batch_first=True)
        self.decoder = nn.TransformerDecoder(layer, layers)
        self.logits = nn.Linear(d, vocab)

    def forward(self, tgt, memory, memory_key_padding_mask):
        n = tgt.size(1)
        y = self.word(tgt) + self.place(torch.arange(n, device=tgt.device))
        hide = torch.triu(torch.ones(n, n, dtype=torch.bool, device=tgt.device), diagonal=1)
        h = self.decoder(y, memory, tgt_mask=hide, memory_key_padding_mask=memory_key_padding_mask)
        return self.logits(h)
