"""Attention, once: scores become weights here and nowhere else.

b batch, h heads, q queries, k keys, d e sizes of a head; n tokens of all texts end to end, u distinct words.
A mask is True where a query may look.
"""

from typing import cast

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn.attention.varlen import varlen_attn

from regard.attention.masks import both
from regard.attention.masks import causal as up_to_now
from regard.attention.ragged import Ragged
from regard.attention.watch import shown_to, watchers

HALF = (torch.bfloat16, torch.float16)
Scores = Float[Tensor, "b h q k"]
Mask = Bool[Tensor, "#b #h #q #k"]
Bias = Float[Tensor, "#b #h #q #k"]


def normalise(
    scores: Float[Tensor, "*_ k"], mask: Bool[Tensor, "*_"] | None, *, in_place: bool = False
) -> Float[Tensor, "*_ k"]:
    """Softmax over the keys that each query may see; zeros for a query that may see none.

    Half-precision scores are normalised in float32. With `in_place` the weights may be written over the scores: new
    memory for long texts takes longer than the softmax.
    """
    exact = torch.promote_types(scores.dtype, torch.float32)
    sees = None if mask is None else mask.any(-1, keepdim=True)
    if mask is not None and sees is not None:
        limits = scores.new_zeros(mask.shape).masked_fill_(~mask & sees, float("-inf"))
        scores = scores.add_(limits) if in_place else scores + limits
    if in_place and scores.dtype == exact:
        weights = torch.softmax(scores, -1, out=scores)
    else:
        weights = scores.softmax(-1, dtype=exact)
    if sees is not None and not _known_to_be_true(sees):
        weights = weights.masked_fill(~sees, 0.0)
    return weights.to(scores.dtype)


def mix(
    scores: Scores, v: Float[Tensor, "b h k e"], mask: Mask | None = None, *, by: nn.Module, dropout: float = 0.0
) -> Float[Tensor, "b h q e"]:
    """The values, averaged by the normalised scores, whatever function gave the scores."""
    weights = shown_to(watchers(by), by, normalise(scores, mask))
    return F.dropout(weights, dropout) @ v


def mix_ragged(
    scores: Float[Tensor, " n"],
    values: Float[Tensor, "u e"],
    tokens: Int[Tensor, " n"],
    rows: Ragged,
    *,
    by: nn.Module,
    dropout: float = 0.0,
) -> Float[Tensor, "b e"]:
    """`mix` for one query a text and texts laid end to end: Σ_i p_i values[tokens_i] over each text.

    Token i of the batch is word `tokens[i]`; the value of a word is held once, however often it stands in
    the texts, and no value is padded. Only the scores, one number a token, ever are.
    """
    padded = rows.pad(scores)[:, None, None]
    weights = shown_to(watchers(by), by, normalise(padded, rows.key_mask))
    shares = F.dropout(rows.flat(weights[:, 0, 0]), dropout)
    return F.embedding_bag(tokens, values, rows.starts, mode="sum", per_sample_weights=shares.to(values.dtype))


def attend(
    q: Float[Tensor, "b h q d"],
    k: Float[Tensor, "b g k d"],
    v: Float[Tensor, "b g k e"],
    mask: Mask | None = None,
    bias: Bias | None = None,
    *,
    by: nn.Module,
    dropout: float = 0.0,
    scale: float | None = None,
    causal: bool = False,
) -> Float[Tensor, "b h q e"]:
    """softmax(q kᵀ / √d + bias) v, fused. Vaswani et al. (2017), equation 1.

    Who watches `by` gets the weights computed beside the fused result; only a watch that edits the weights,
    or wants their gradient, makes the explicit product take its place. With g < h, each group of h / g
    heads shares a key and a value. `causal`: no query sees a key after its own (queries are the last tokens).
    """
    watches = watchers(by)
    plain = causal and mask is None and bias is None
    if q.shape[-2] != k.shape[-2]:
        plain = False
    if causal and (watches or not plain):
        mask = both(mask, up_to_now(q.shape[-2], k.shape[-2], q.device))
    grouped = k.shape[1] != q.shape[1]
    if not any(watch.changes for watch in watches):
        if watches:
            with torch.no_grad():
                shown_to(watches, by, weigh(q, k, mask, bias, scale=scale))
        return _fused(q, k, v, None if plain else mask, bias, dropout, scale, grouped, plain)
    weights = shown_to(watches, by, weigh(q, k, mask, bias, scale=scale))
    return F.dropout(weights, dropout) @ spread(v, q.shape[1])


def weigh(
    q: Float[Tensor, "b h q d"],
    k: Float[Tensor, "b g k d"],
    mask: Mask | None = None,
    bias: Bias | None = None,
    *,
    scale: float | None = None,
) -> Scores:
    """The weights of `attend`, written out; over their scores, where no gradient needs these."""
    scores = (q * (q.shape[-1] ** -0.5 if scale is None else scale)) @ spread(k, q.shape[1]).mT
    if bias is not None:
        scores = scores.add_(bias)
    return normalise(scores, mask, in_place=not scores.requires_grad)


def spread(grouped: Tensor, heads: int) -> Tensor:
    """Each group's key or value, repeated for the heads that share it."""
    each = heads // grouped.shape[1]
    return grouped if each == 1 else grouped.repeat_interleave(each, dim=1)


def packs(q: Float[Tensor, "n h d"], *, by: nn.Module, dropout: float = 0.0) -> bool:
    """Whether `attend_packed` can be asked: on a GPU in half precision, by nobody who is watched, without dropout."""
    return q.device.type == "cuda" and q.dtype in HALF and not dropout and q.shape[-1] % 8 == 0 and not watchers(by)


def attend_packed(
    q: Float[Tensor, "n h d"],
    k: Float[Tensor, "n g d"],
    v: Float[Tensor, "n g d"],
    rows: Ragged,
    *,
    causal: bool = False,
) -> Float[Tensor, "n h d"]:
    """`attend` for texts end to end whose tokens look at each other, with nothing padded: one fused kernel for all."""
    bounds, longest, heads = rows.bounds, rows.longest, q.shape[1]
    k, v = _shared(k, heads), _shared(v, heads)
    seen = varlen_attn(q, k, v, bounds, bounds, longest, longest, window_size=(-1, 0 if causal else -1))
    return cast(Tensor, seen)


def _shared(grouped: Float[Tensor, "n g d"], heads: int) -> Float[Tensor, "n h d"]:
    if grouped.shape[1] == heads:
        return grouped
    return spread(grouped.transpose(0, 1)[None], heads)[0].transpose(0, 1).contiguous()


def _fused(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    mask: Tensor | None,
    bias: Tensor | None,
    dropout: float,
    scale: float | None,
    grouped: bool,
    causal: bool,
) -> Tensor:
    limits = mask
    if bias is not None:
        limits = bias.to(q.dtype) if mask is None else bias.to(q.dtype).masked_fill(~mask, float("-inf"))
    mixed = F.scaled_dot_product_attention(
        q, k, v, attn_mask=limits, dropout_p=dropout, is_causal=causal, scale=scale, enable_gqa=grouped
    )
    if mask is None:
        return mixed
    sees = mask.any(-1, keepdim=True)
    return mixed if _known_to_be_true(sees) else mixed.masked_fill(~sees, 0.0)


def _known_to_be_true(each: Tensor) -> bool:
    """Whether all are true, where it takes no waiting for a device to find out."""
    return each.device.type == "cpu" and not torch.compiler.is_compiling() and bool(each.all())
