"""Self-attention and pooling where masks are multiplied in, with a temperature and the weights given back."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class MaskedReader(nn.Module):
    def __init__(self, vocab=64, dim=22, labels=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.to_q = nn.Linear(dim, dim)
        self.to_k = nn.Linear(dim, dim)
        self.to_v = nn.Linear(dim, dim)
        self.pool = nn.Linear(dim, 1)
        self.head = nn.Linear(dim, labels)

    def forward(self, ids, attention_mask):
        m = attention_mask.float()
        x = self.embed(ids)
        q, k, v = self.to_q(x), self.to_k(x), self.to_v(x)
        sim = torch.bmm(q, k.transpose(1, 2)) / (q.shape[-1] ** 0.5)
        sim = sim * m.unsqueeze(1) + (1 - m.unsqueeze(1)) * -1e9
        x = x + torch.bmm(F.softmax(sim, dim=-1), v)
        e = self.pool(x).squeeze(-1)
        w = F.softmax(e * m + (1 - m) * -1e9, dim=-1)
        return self.head((w.unsqueeze(-1) * x).sum(1)), w
