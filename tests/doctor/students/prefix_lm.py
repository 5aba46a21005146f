"""A prefix language model: the prefix sees itself whole, what follows sees all before it."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class PrefixLM(nn.Module):
    def __init__(self, vocab=60, d=32, heads=4, longest=32):
        super().__init__()
        self.tok = nn.Embedding(vocab, d)
        self.pos = nn.Embedding(longest, d)
        self.heads = heads
        self.qkv = nn.Linear(d, 3 * d)
        self.out = nn.Linear(d, d)
        self.norm = nn.LayerNorm(d)
        self.head = nn.Linear(d, vocab)

    def forward(self, ids, prefix_len):
        b, n = ids.shape
        x = self.tok(ids) + self.pos(torch.arange(n))
        q, k, v = (t.view(b, n, self.heads, -1).transpose(1, 2) for t in self.qkv(x).chunk(3, -1))
        past = torch.ones(n, n, dtype=torch.bool).tril()
        prefix = torch.arange(n)[None, :] < prefix_len[:, None]
        allowed = past[None, None] | prefix[:, None, None, :]
        z = F.scaled_dot_product_attention(q, k, v, attn_mask=allowed)
        x = self.norm(x + self.out(z.transpose(1, 2).reshape(b, n, -1)))
        return self.head(x)


def example():
    torch.manual_seed(3)
    return {"ids": torch.randint(0, 60, (2, 9)), "prefix_len": torch.tensor([4, 2])}
