"""Bare attention of queries, keys and values with an additive mask, through baddbmm."""

import torch
import torch.nn as nn


class ScaledDotProduct(nn.Module):
    def __init__(self, d=16):
        super().__init__()
        self.d = d

    def forward(self, query, key, value, attn_mask):
        # attn_mask [b, m]: 0 where one may look, -inf where not
        bias = attn_mask.unsqueeze(1).expand(-1, query.size(1), -1)
        scores = torch.baddbmm(bias, query, key.transpose(1, 2), alpha=self.d**-0.5)
        probs = scores.softmax(-1)
        return torch.bmm(probs, value)


def example():
    torch.manual_seed(1)
    mask = torch.zeros(3, 6)
    mask[1, 4:] = float("-inf")
    mask[2, 2:] = float("-inf")
    query, key, value = torch.randn(3, 5, 16), torch.randn(3, 6, 16), torch.randn(3, 6, 16)
    return {"query": query, "key": key, "value": value, "attn_mask": mask}
