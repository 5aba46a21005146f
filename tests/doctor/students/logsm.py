"""Attention over words by the exponential of a log-softmax, with its entropy."""

import torch
import torch.nn as nn


class WordAttention(nn.Module):
    """Word-level attention of a HAN; entropy of the attention is returned for the regulariser."""

    def __init__(self, emb=18, att=10, classes=5):
        super().__init__()
        self.proj = nn.Linear(emb, att)
        self.u = nn.Parameter(torch.randn(att))
        self.ln = nn.LayerNorm(emb)
        self.fc = nn.Linear(emb, classes)

    def forward(self, x, lengths):
        u = torch.tanh(self.proj(x))
        s = torch.mv(u.reshape(-1, u.size(-1)), self.u).reshape(x.shape[:2])
        real = torch.lt(torch.arange(x.shape[1])[None], lengths[:, None])
        s = torch.where(real, s, torch.tensor(-1e9))
        logp = s.log_softmax(dim=1)
        p = logp.exp()
        H = -(p * logp).sum(1)
        out = torch.einsum("bn,bnd->bd", p, x)
        return {"logits": self.fc(self.ln(out)), "attention": p, "entropy": H}
