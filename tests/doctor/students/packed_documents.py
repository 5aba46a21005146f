"""Multi-query attention over packed documents: a token sees its own document's past, nothing else."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class PackedMQA(nn.Module):
    def __init__(self, vocab=50, d=32, heads=4, docs_len=64):
        super().__init__()
        self.h, self.dh = heads, d // heads
        self.embed = nn.Embedding(vocab, d)
        self.where = nn.Embedding(docs_len, d)
        self.q = nn.Linear(d, d)
        self.kv = nn.Linear(d, 2 * self.dh)
        self.o = nn.Linear(d, d)
        self.logits = nn.Linear(d, vocab)

    def forward(self, tokens, segment_ids):
        b, n = tokens.shape
        x = self.embed(tokens) + self.where(torch.arange(n))
        q = self.q(x).view(b, n, self.h, self.dh).transpose(1, 2)
        k, v = self.kv(x).unsqueeze(1).chunk(2, dim=-1)
        same = segment_ids[:, :, None] == segment_ids[:, None, :]
        past = torch.ones(n, n, dtype=torch.bool).tril()
        keep = (same & past).unsqueeze(1)
        y = F.scaled_dot_product_attention(
            q, k.expand(-1, self.h, -1, -1), v.expand(-1, self.h, -1, -1), attn_mask=keep
        )
        return self.logits(x + self.o(y.transpose(1, 2).reshape(b, n, -1)))


def example():
    torch.manual_seed(16)
    segment_ids = torch.tensor([[0, 0, 0, 1, 1, 1, 1, 2], [0, 0, 0, 0, 0, 1, 1, 1]])
    return {"tokens": torch.randint(0, 50, (2, 8)), "segment_ids": segment_ids}
