"""Parameters as in a Flax tutorial: one kernel of shape (features, heads, size) for each role."""

import torch
from torch import nn


class MultiHeadDotProductAttention(nn.Module):
    def __init__(self, features=28, num_heads=4, head_size=6):
        super().__init__()
        mk = lambda *s: nn.Parameter(torch.randn(*s) * 0.25)
        self.params = nn.ParameterDict(
            {
                "query_kernel": mk(features, num_heads, head_size),
                "key_kernel": mk(features, num_heads, head_size),
                "value_kernel": mk(features, num_heads, head_size),
                "out_kernel": mk(num_heads, head_size, features),
            }
        )

    def forward(self, inputs_q, inputs_kv, mask):
        p = self.params
        q = torch.einsum("...td,dhk->...thk", inputs_q, p["query_kernel"])
        k = torch.einsum("...td,dhk->...thk", inputs_kv, p["key_kernel"])
        v = torch.einsum("...td,dhk->...thk", inputs_kv, p["value_kernel"])
        logits = torch.einsum("...thk,...shk->...hts", q, k) / q.shape[-1] ** 0.5
        logits = torch.where(mask[..., None, None, :], logits, torch.tensor(-1e10))
        logits = logits - logits.amax(-1, keepdim=True)
        unnormalised = torch.exp(logits)
        weights = unnormalised / unnormalised.sum(-1, keepdim=True)
        out = torch.einsum("...hts,...shk->...thk", weights, v)
        return torch.einsum("...thk,hkd->...td", out, p["out_kernel"])


def example():
    torch.manual_seed(10)
    return {
        "inputs_q": torch.randn(3, 4, 28),
        "inputs_kv": torch.randn(3, 6, 28),
        "mask": torch.arange(6)[None] < torch.tensor([6, 4, 3])[:, None],
    }
