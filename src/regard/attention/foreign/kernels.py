"""The weights that torch's fused kernels do not show, from what the kernels were given.

b batch, h heads, g groups of heads, q queries, k keys, d size of a head.
"""

from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from regard.attention.core import weigh
from regard.attention.masks import both

Given = dict[str, Any]
"""Arguments of a kernel by their names."""


def of_fused(given: Given) -> Tensor:
    """Of `scaled_dot_product_attention`, or of one of the kernels that it chooses from."""
    query: Tensor = given["query"]
    q, k = four(query), four(given["key"])
    limits: Tensor | None = given.get("attn_mask")
    limits = given.get("attn_bias") if limits is None else limits
    mask, bias = None, None
    if limits is not None:
        limits = _unspread(_beside(limits, query))
        mask = limits if limits.dtype == torch.bool else ~limits.isneginf()
        bias = None if limits.dtype == torch.bool else limits
    if given.get("is_causal"):
        mask = both(mask, torch.ones(q.shape[-2], k.shape[-2], dtype=torch.bool, device=q.device).tril()[None, None])
    return weigh(q, k, mask, bias, scale=given.get("scale"))


def of_native(given: Given) -> Tensor:
    """Of the fast path of `nn.MultiheadAttention` or `nn.TransformerEncoderLayer`, whose masks say what is hidden."""
    x: Tensor = given["query"] if "query" in given else given["src"]
    width: int = given["embed_dim"]
    heads: int = given["num_head"] if "num_head" in given else given["num_heads"]
    sees = None
    if x.is_nested:
        lengths = torch.tensor([len(row) for row in x.unbind()], device=x.device)
        x = x.to_padded_tensor(0.0)
        real = torch.arange(x.shape[1], device=x.device) < lengths[:, None]
        sees = (real[:, :, None] & real[:, None])[:, None]
    elif given.get("mask") is not None:
        hidden = given["mask"].bool()
        sees = ~(hidden[:, None, None] if given.get("mask_type") == 1 else hidden[(None,) * (4 - hidden.ndim)])
    if given.get("norm_first"):
        x = F.layer_norm(x, (width,), given["norm_weight_1"], given["norm_bias_1"], given["eps"])
    projected = F.linear(x, given["qkv_weight"][: 2 * width], given["qkv_bias"][: 2 * width])
    q, k = projected.unflatten(-1, (2, heads, width // heads)).permute(2, 0, 3, 1, 4)
    return weigh(q, k, sees)


def values_of_heads(given: Given) -> Tensor:
    """What `multi_head_attention_forward` averages: [b, h, k, d] from its arguments."""
    if given["static_v"] is not None:
        v = given["static_v"].unflatten(0, (-1, given["num_heads"]))
    else:
        value: Tensor = given["value"] if given["value"].ndim == 3 else given["value"][:, None]
        separate = given["use_separate_proj_weight"]
        weight = given["v_proj_weight"] if separate else given["in_proj_weight"].chunk(3)[2]
        bias = None if given["in_proj_bias"] is None else given["in_proj_bias"].chunk(3)[2]
        v = F.linear(value, weight, bias)
        if given["bias_v"] is not None:
            v = torch.cat([v, given["bias_v"].expand(-1, v.shape[1], -1)])
        v = v.unflatten(-1, (given["num_heads"], -1)).permute(1, 2, 0, 3)
    return F.pad(v, (0, 0, 0, 1)) if given["add_zero_attn"] else v


def four(x: Tensor) -> Tensor:
    """Queries, keys or values of any number of dimensions as [b, h, k, d]; three are a batch of one head."""
    if x.ndim == 3:
        return x[:, None]
    return x[None, None] if x.ndim == 2 else x.flatten(0, -4)


def _beside(limits: Tensor, query: Tensor) -> Tensor:
    """A mask or a bias with the four dimensions that its query gets."""
    if limits.ndim == query.ndim == 3:
        return limits[:, None]
    if query.ndim > 4:
        return limits.expand(*query.shape[:-2], *limits.shape[-2:]).flatten(0, -4)
    return limits[(None,) * (4 - limits.ndim)]


def _unspread(bias: Tensor) -> Tensor:
    """A bias without the dimensions that were only expanded, so that nothing is made as large as they are."""
    for dimension in range(2):
        if bias.stride(dimension) == 0:
            bias = bias.narrow(dimension, 0, 1)
    return bias
