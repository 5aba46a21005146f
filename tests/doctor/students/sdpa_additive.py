"""One map for queries, keys and values, the fused function, an additive mask [b, 1, 1, n]."""

import torch
from torch import nn
from torch.nn.functional import scaled_dot_product_attention


class FusedSelfAttention(nn.Module):
    """Library style: one matrix for q, k and v, torch's fused kernel, additive mask of shape (b, 1, 1, n)."""

    def __init__(self, embed_dim: int = 32, num_heads: int = 4, dropout: float = 0.1):
        super().__init__()
        self.embed_dim, self.num_heads, self.dropout = embed_dim, num_heads, dropout
        self.in_proj = nn.Linear(embed_dim, 3 * embed_dim, bias=False)
        self.out_proj = nn.Linear(embed_dim, embed_dim)

    def forward(self, x: torch.Tensor, attn_mask: torch.Tensor) -> torch.Tensor:
        q, k, v = self.in_proj(x).chunk(3, dim=-1)
        q, k, v = (t.unflatten(-1, (self.num_heads, -1)).transpose(1, 2) for t in (q, k, v))
        y = scaled_dot_product_attention(q, k, v, attn_mask=attn_mask, dropout_p=self.dropout if self.training else 0.0)
        y = y.transpose(1, 2).flatten(-2)
        return self.out_proj(y)


def example():
    torch.manual_seed(3)
    lengths = torch.tensor([7, 2, 5])
    pad = torch.arange(7)[None] >= lengths[:, None]
    attn_mask = torch.zeros(3, 1, 1, 7).masked_fill(pad[:, None, None], -1e9)
    return {"x": torch.randn(3, 7, 32), "attn_mask": attn_mask}
