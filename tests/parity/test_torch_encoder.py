"""Blocks and stacks against torch's own, in float64, weights copied, texts of unequal length."""

from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.testing import assert_close

from regard.attention.heads import MultiHead
from regard.attention.ragged import Ragged
from regard.layers.blocks import Encoder, EncoderBlock
from regard.layers.feedforward import FeedForward

WIDTH, HEADS, HIDDEN = 12, 4, 7
ROWS = Ragged(torch.tensor([5, 1, 4]))
X = torch.randn(10, WIDTH, generator=torch.Generator().manual_seed(0), dtype=torch.float64)


def stirred(layer: nn.Module) -> nn.Module:
    torch.manual_seed(1)
    with torch.no_grad():
        for parameter in layer.parameters():
            parameter.normal_(std=0.5)
    return layer.double().eval()


def torchs(pre_norm: bool, activation: Callable[[Tensor], Tensor] = F.relu) -> nn.TransformerEncoderLayer:
    return nn.TransformerEncoderLayer(
        WIDTH, HEADS, HIDDEN, batch_first=True, norm_first=pre_norm, activation=activation, dropout=0.0
    )


def renamed(theirs: nn.TransformerEncoderLayer) -> dict[str, Tensor]:
    """Torch's weights under our names."""
    weights = {}
    for kind in ("weight", "bias"):
        each = getattr(theirs.self_attn, f"in_proj_{kind}").chunk(3)
        weights |= {f"attention.{name}.{kind}": w for name, w in zip(("query", "key", "value"), each, strict=True)}
        weights[f"attention.out.{kind}"] = getattr(theirs.self_attn.out_proj, kind)
        for ours, name in (("feed.rise", "linear1"), ("feed.fall", "linear2"), ("norm1", "norm1"), ("norm2", "norm2")):
            weights[f"{ours}.{kind}"] = getattr(getattr(theirs, name), kind)
    return weights


@pytest.mark.parametrize("activation", [F.relu, F.gelu])
@pytest.mark.parametrize("pre_norm", [True, False])
def test_a_block_is_torchs(pre_norm, activation):
    theirs = stirred(torchs(pre_norm, activation))
    ours = EncoderBlock(
        MultiHead(WIDTH, HEADS, key_bias=True),
        FeedForward(WIDTH, HIDDEN, activation=activation),
        (nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)),
        pre_norm=pre_norm,
    ).double()
    ours.load_state_dict(renamed(theirs))
    x = X.clone().requires_grad_()
    one, other = ours(x, ROWS), ROWS.flat(theirs(ROWS.pad(x), src_key_padding_mask=~ROWS.mask))
    assert_close(one, other, rtol=0, atol=1e-12)
    weight = torch.randn_like(one)
    gradients = [torch.autograd.grad((way * weight).sum(), x)[0] for way in (one, other)]
    assert_close(*gradients, rtol=0, atol=1e-11)


@pytest.mark.parametrize("pre_norm", [True, False])
def test_a_stack_is_torchs(pre_norm):
    final = nn.LayerNorm(WIDTH) if pre_norm else None
    theirs = nn.TransformerEncoder(torchs(pre_norm), 3, final, enable_nested_tensor=False)
    stirred(theirs)
    ours = Encoder(
        WIDTH,
        layers=3,
        heads=HEADS,
        hidden=HIDDEN,
        dropout=0.1,
        attention_dropout=0.1,
        norm="layer",
        pre_norm=pre_norm,
        position="none",
        longest=1,
    )
    weights = {}
    for number, layer in enumerate(theirs.layers):
        weights |= {f"layers.{number}.{name}": w for name, w in renamed(layer).items()}
        del weights[f"layers.{number}.attention.key.bias"]
    weights |= {f"norm.{name}": w for name, w in (theirs.norm.state_dict() if theirs.norm else {}).items()}
    ours.double().eval().load_state_dict(weights)
    expected = theirs(ROWS.pad(X), src_key_padding_mask=~ROWS.mask)
    assert_close(ours(X, ROWS), ROWS.flat(expected), rtol=0, atol=1e-12)
