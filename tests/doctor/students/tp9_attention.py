"""One learned query over the words of a text, by lengths."""

# TP 9 - attention globale, une seule question apprise
import torch
import torch.nn as nn


class AttentionGlobale(nn.Module):
    def __init__(self, dim=24, n_classes=2):
        super().__init__()
        self.q = nn.Parameter(torch.randn(dim) * 0.5)
        self.classif = nn.Linear(dim, n_classes)

    def forward(self, x, lengths):
        n = x.size(1)
        mask = torch.arange(n, device=x.device)[None, :] < lengths[:, None]
        scores = x @ self.q
        scores = scores.masked_fill(~mask, -1e9)
        attn = torch.softmax(scores, dim=1)
        t = (attn.unsqueeze(-1) * x).sum(dim=1)
        return self.classif(t), attn
