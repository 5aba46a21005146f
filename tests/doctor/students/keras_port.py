"""Port of a Keras layer: `call(inputs, mask)` where inputs are a list [query, value]. Needs an example."""

import torch
from torch import nn


class KerasAttention(nn.Module):
    def __init__(self, units=16, use_scale=True):
        super().__init__()
        self.dense_q = nn.Linear(units, units)
        self.dense_k = nn.Linear(units, units)
        self.scale = nn.Parameter(torch.tensor(units**-0.5)) if use_scale else 1.0

    def forward(self, inputs, mask):
        query, value = inputs
        q_mask, v_mask = mask
        scores = torch.matmul(self.dense_q(query), self.dense_k(value).transpose(1, 2)) * self.scale
        scores = scores - 1e9 * (1.0 - v_mask.to(scores.dtype)).unsqueeze(1)
        weights = torch.softmax(scores, dim=-1)
        result = torch.matmul(weights, value)
        return result * q_mask.to(result.dtype).unsqueeze(-1)


def example():
    torch.manual_seed(14)
    q_mask = torch.arange(4)[None] < torch.tensor([4, 3])[:, None]
    v_mask = torch.arange(6)[None] < torch.tensor([6, 4])[:, None]
    return {"inputs": [torch.randn(2, 4, 16), torch.randn(2, 6, 16)], "mask": [q_mask, v_mask]}
