"""torch's attention of several heads, with a mask made of lengths."""

import torch
import torch.nn as nn


class SentenceEncoder(nn.Module):
    """Wraps nn.MultiheadAttention."""

    def __init__(self, embed_dim=16, num_heads=4, num_classes=3):
        super().__init__()
        self.attention = nn.MultiheadAttention(embed_dim, num_heads, dropout=0.1, batch_first=True)
        self.norm = nn.LayerNorm(embed_dim)
        self.classifier = nn.Linear(embed_dim, num_classes)

    def forward(self, x, lengths):
        lengths = lengths.clamp(min=1)
        positions = torch.arange(x.size(1), device=x.device).expand(x.size(0), -1)
        key_padding_mask = positions >= lengths[:, None]
        out, weights = self.attention(x, x, x, key_padding_mask=key_padding_mask, need_weights=True)
        out = self.norm(out + x)
        out = out.masked_fill(key_padding_mask.unsqueeze(-1), 0.0)
        pooled = out.sum(dim=1) / lengths[:, None]
        return self.classifier(pooled), weights
