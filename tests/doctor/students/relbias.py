"""Self-attention with a learned bias for each clipped distance."""

import torch
import torch.nn as nn


class RelativeSelfAttention(nn.Module):
    def __init__(self, d=20, nh=2, clip=6):
        super().__init__()
        self.nh = nh
        self.clip = clip
        self.q = nn.Linear(d, d, bias=False)
        self.k = nn.Linear(d, d, bias=False)
        self.v = nn.Linear(d, d, bias=False)
        self.o = nn.Linear(d, d, bias=False)
        self.rel_bias = nn.Embedding(2 * clip + 1, nh)

    def heads(self, t):
        return torch.stack(t.chunk(self.nh, dim=-1), dim=1)

    def forward(self, x, pad):
        """pad: True where there is padding"""
        n = x.shape[1]
        q, k, v = self.heads(self.q(x)), self.heads(self.k(x)), self.heads(self.v(x))
        s = q @ k.mT * q.shape[-1] ** -0.5
        i = torch.arange(n)
        dist = (i[None, :] - i[:, None]).clamp(-self.clip, self.clip) + self.clip
        s = s + self.rel_bias(dist).permute(2, 0, 1)
        s = s.masked_fill(pad[:, None, None, :], -1e9)
        w = s.softmax(-1)
        y = torch.cat((w @ v).unbind(1), dim=-1)
        return self.o(y), w


def example():
    torch.manual_seed(21)
    x = torch.randn(3, 8, 20)
    pad = torch.zeros(3, 8, dtype=torch.bool)
    pad[1, 5:] = True
    pad[2, 2:] = True
    return {"x": x, "pad": pad}
