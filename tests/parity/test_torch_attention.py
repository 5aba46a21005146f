"""Many heads against torch's own, in float64, weights copied, forwards and backwards."""

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.testing import assert_close

from regard.attention.heads import MultiHead
from regard.attention.masks import causal
from regard.attention.ragged import Ragged
from regard.attention.watch import watching

WIDTH, HEADS, CONTEXT = 12, 4, 7
LENGTHS = torch.tensor([5, 2, 4])


def pair(context: int | None = None) -> tuple[MultiHead, nn.MultiheadAttention]:
    """Torch's, and ours with its weights."""
    torch.manual_seed(0)
    theirs = nn.MultiheadAttention(WIDTH, HEADS, batch_first=True, kdim=context, vdim=context).double()
    nn.init.normal_(theirs.in_proj_bias)
    nn.init.normal_(theirs.out_proj.bias)
    ours = MultiHead(WIDTH, HEADS, context=context, key_bias=True).double()
    if context is None:
        weights = theirs.in_proj_weight.chunk(3)
    else:
        weights = (theirs.q_proj_weight, theirs.k_proj_weight, theirs.v_proj_weight)
    with torch.no_grad():
        for layer, weight, bias in zip(
            (ours.query, ours.key, ours.value), weights, theirs.in_proj_bias.chunk(3), strict=True
        ):
            layer.weight.copy_(weight)
            layer.bias.copy_(bias)
        ours.out.load_state_dict(theirs.out_proj.state_dict())
    return ours, theirs


def texts(keys: int, width: int = WIDTH) -> Tensor:
    return torch.randn(3, keys, width, dtype=torch.float64, requires_grad=True)


def assert_same_gradients(one: Tensor, other: Tensor, of: list[Tensor]) -> None:
    weight = torch.randn_like(one)
    ways = [torch.autograd.grad((way * weight).sum(), of, retain_graph=True) for way in (one, other)]
    for ours, theirs in zip(*ways, strict=True):
        assert_close(ours, theirs, rtol=0, atol=1e-11)


@pytest.mark.parametrize("padded", [False, True])
def test_self_attention(padded):
    ours, theirs = pair()
    x = texts(5)
    mask = Ragged(LENGTHS).key_mask if padded else None
    expected, weights = theirs(
        x, x, x, key_padding_mask=None if mask is None else ~mask[:, 0, 0], average_attn_weights=False
    )
    with watching(ours) as watch:
        mixed = ours(x, mask=mask)
    assert_close(mixed, expected, rtol=0, atol=1e-12)
    assert_close(watch.maps["MultiHead"], [weights], rtol=0, atol=1e-12)
    assert_same_gradients(mixed, expected, [x])


def test_a_triangle():
    ours, theirs = pair()
    x, mask = texts(5), causal(5, 5)
    assert_close(ours(x, mask=mask), theirs(x, x, x, attn_mask=~mask[0, 0])[0], rtol=0, atol=1e-12)


@pytest.mark.parametrize("padded", [False, True])
def test_cross_attention(padded):
    ours, theirs = pair(CONTEXT)
    x, y = texts(4), texts(5, CONTEXT)
    mask = Ragged(LENGTHS).key_mask if padded else None
    expected = theirs(x, y, y, key_padding_mask=None if mask is None else ~mask[:, 0, 0])[0]
    mixed = ours(x, y, mask)
    assert_close(mixed, expected, rtol=0, atol=1e-12)
    assert_same_gradients(mixed, expected, [x, y])


def test_between_its_maps_it_is_the_fused_product():
    ours, _ = pair()
    x, mask = texts(5), Ragged(LENGTHS).key_mask
    q, k, v = (map_(x).unflatten(-1, (HEADS, -1)).transpose(1, 2) for map_ in (ours.query, ours.key, ours.value))
    bias = torch.randn(1, HEADS, 5, 5, dtype=torch.float64)
    limits = bias.masked_fill(~mask, float("-inf"))
    expected = ours.out(F.scaled_dot_product_attention(q, k, v, limits).transpose(1, 2).flatten(-2))
    assert_close(ours(x, mask=mask, bias=lambda _, __: bias), expected, rtol=0, atol=1e-12)
