"""Self-attention with learned relative keys (Shaw et al. 2018), clipped at k."""

import torch
from torch import nn


class RelativeSelfAttention(nn.Module):
    def __init__(self, d_model=24, num_heads=3, clip=4):
        super().__init__()
        self.h, self.dk, self.clip = num_heads, d_model // num_heads, clip
        self.wq = nn.Linear(d_model, d_model)
        self.wk = nn.Linear(d_model, d_model)
        self.wv = nn.Linear(d_model, d_model)
        self.rel_k = nn.Parameter(torch.randn(2 * clip + 1, self.dk) * 0.3)
        self.rel_v = nn.Parameter(torch.randn(2 * clip + 1, self.dk) * 0.3)
        self.fc = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(0.2)

    def forward(self, x, valid_lens):
        B, L, D = x.shape

        def heads(t):
            return t.view(B, L, self.h, self.dk).permute(0, 2, 1, 3)

        q, k, v = heads(self.wq(x)), heads(self.wk(x)), heads(self.wv(x))
        idx = torch.arange(L)
        rel = (idx[None, :] - idx[:, None]).clamp(-self.clip, self.clip) + self.clip
        content = q @ k.transpose(-2, -1)
        place = torch.einsum("bhqd,qkd->bhqk", q, self.rel_k[rel])
        scores = (content + place) / self.dk**0.5
        mask = idx[None, None, None, :] < valid_lens[:, None, None, None]
        scores = scores.masked_fill(~mask, -1e6)
        a = self.dropout(torch.softmax(scores, dim=-1))
        out = a @ v + torch.einsum("bhqk,qkd->bhqd", a, self.rel_v[rel])
        return self.fc(out.permute(0, 2, 1, 3).reshape(B, L, D))


def example():
    torch.manual_seed(6)
    return {"x": torch.randn(3, 7, 24), "valid_lens": torch.tensor([7, 5, 3])}
