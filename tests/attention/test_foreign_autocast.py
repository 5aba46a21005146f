"""Under autocast, in inference mode, and where signs are still to be turned: a watch leaves every bit as it was."""

from contextlib import nullcontext

import pytest
import torch
from torch import Tensor, nn
from torch.testing import assert_close

from regard.attention.watch import NothingSeen, watching

from .foreign_cases import hooks_of

MODES = [torch.enable_grad, torch.no_grad, torch.inference_mode]
CASTS = [None, torch.bfloat16, torch.float16]
HIDDEN = torch.tensor([[False] * 5, [False] * 3 + [True] * 2])


class Calling(nn.Module):
    """A module of torch and how it is called."""

    def __init__(self, called: nn.Module, call) -> None:
        super().__init__()
        self.called, self.call = called, call

    def forward(self, x: Tensor) -> Tensor:
        return self.call(self.called, x)


def layer(**options) -> nn.TransformerEncoderLayer:
    return nn.TransformerEncoderLayer(16, 4, 32, **({"batch_first": True} | options))


def layers(**options) -> nn.TransformerEncoder:
    return nn.TransformerEncoder(layer(**options), 2, enable_nested_tensor=False)


LAYERS = ["called.layers.0.self_attn", "called.layers.1.self_attn"]
ATTENTIONS = {
    "a layer": (layer, lambda m, x: m(x), ["called.self_attn"]),
    "layers": (layers, lambda m, x: m(x), LAYERS),
    "norm first": (lambda: layers(norm_first=True), lambda m, x: m(x), LAYERS),
    "no bias": (lambda: layers(bias=False), lambda m, x: m(x), LAYERS),
    "padding": (layers, lambda m, x: m(x, src_key_padding_mask=HIDDEN), LAYERS),
    "heads": (lambda: nn.MultiheadAttention(16, 4, batch_first=True), lambda m, x: m(x, x, x)[0], ["called"]),
    "no weights": (
        lambda: nn.MultiheadAttention(16, 4), lambda m, x: m(x, x, x, need_weights=False)[0], ["called"]
    ),
    "a decoder": (
        lambda: nn.TransformerDecoderLayer(16, 4, 32, batch_first=True), lambda m, x: m(x, x[:, :3]),
        ["called.self_attn", "called.multihead_attn"],
    ),
    "letters": (
        nn.Identity, lambda m, x: torch.einsum("bqk,bkd->bqd", torch.einsum("bqd,bkd->bqk", x, x).softmax(-1), m(x)),
        ["Calling"],
    ),
}  # fmt: skip
OTHERS = {
    "letters": lambda: Calling(nn.Identity(), lambda m, x: torch.einsum("bqd,bkd->bqk", m(x), x)),
    "a recurrent layer": lambda: Calling(nn.LSTM(16, 8, bidirectional=True), lambda m, x: m(x)[0]),
    "a bilinear form": lambda: Calling(nn.Bilinear(16, 16, 4), lambda m, x: m(x, x)),
    "covariances": lambda: Calling(nn.Identity(), lambda m, x: torch.cov(m(x[0]))),
    "signs": lambda: Calling(nn.Identity(), lambda m, x: torch.fft.hfft2(torch.complex(m(x), x.flip(0)), norm="ortho")),
    "conjugates": lambda: Calling(nn.Identity(), lambda m, x: torch.linalg.pinv(torch.complex(m(x), x.flip(0))).real),
}  # fmt: skip


@pytest.fixture
def x() -> Tensor:
    return torch.randn(2, 5, 16, generator=torch.Generator().manual_seed(1))


def casting(kind: torch.dtype | None):
    return nullcontext() if kind is None else torch.autocast("cpu", kind)


@pytest.mark.parametrize("cast", CASTS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("training", [False, True])
@pytest.mark.parametrize("kind", ATTENTIONS)
def test_attention_is_seen_and_no_bit_is_changed(x, kind, training, mode, cast):
    make, call, names = ATTENTIONS[kind]
    torch.manual_seed(0)
    model = Calling(make(), call).train(training)

    def run() -> Tensor:
        torch.manual_seed(5)
        return model(x)

    for before in (False, True):
        with mode(), casting(cast):
            plain = run() if before else None  # else what was cast once is not kept for the watched call
            with watching(model) as watch:
                result = run()
            plain = run() if plain is None else plain
        assert result.dtype == plain.dtype
        assert torch.equal(result, plain)
        assert list(watch.maps) == names
        assert [len(calls) for calls in watch.maps.values()] == [1] * len(names)
    assert not hooks_of(model)


@pytest.mark.parametrize("cast", [torch.bfloat16, torch.float16])
@pytest.mark.parametrize("mode", MODES)
def test_weights_that_were_cast_give_the_result(x, mode, cast):
    model = layer().eval()
    with mode(), casting(cast):
        with watching(model, "self_attn") as watch:
            result = model(x)
        (weights,) = watch.maps["self_attn"]
        v = nn.functional.linear(
            x, model.self_attn.in_proj_weight.chunk(3)[2], model.self_attn.in_proj_bias.chunk(3)[2]
        )
        mixed = (weights @ v.unflatten(-1, (4, -1)).transpose(1, 2)).transpose(1, 2).flatten(2)
        first = model.norm1(x + model.self_attn.out_proj(mixed))
        again = model.norm2(first + model._ff_block(first))
    assert weights.dtype == cast
    assert_close(again.float(), result.float(), rtol=0.02, atol=0.04)
    assert_close(weights.float().sum(-1), torch.ones(2, 4, 5), rtol=0, atol=0.02)


@pytest.mark.parametrize("cast", CASTS)
@pytest.mark.parametrize("mode", MODES)
def test_an_edit_under_autocast_is_what_is_used(x, mode, cast):
    model = layers().eval()
    with mode(), casting(cast):
        plain = model(x)
        with watching(model, edit=lambda _, weights: weights) as watch:
            same = model(x)
        with watching(model, "layers.0.*", edit=lambda _, weights: torch.zeros_like(weights)):
            other = model(x)
    assert list(watch.maps) == ["layers.0.self_attn", "layers.1.self_attn"]
    assert_close(same.float(), plain.float(), rtol=0.02, atol=0.05)
    assert not torch.allclose(other.float(), plain.float(), atol=0.05)


@pytest.mark.parametrize("cast", [None, torch.bfloat16])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", OTHERS)
def test_what_is_no_attention_stays_as_it_is(x, kind, mode, cast):
    model = OTHERS[kind]()
    with mode(), casting(cast):
        plain = model(x)
        with pytest.raises(NothingSeen), watching(model):
            result = model(x)
    assert result.dtype == plain.dtype
    assert torch.equal(result, plain)


@pytest.mark.parametrize("cast", [None, torch.bfloat16])
@pytest.mark.parametrize("mode", MODES)
def test_a_watch_within_a_watched_model_changes_no_bit(x, mode, cast):
    class Curious(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inner, self.outer = layer(), layer()

        def forward(self, x: Tensor) -> Tensor:
            with watching(self.inner):
                x = self.inner(x)
            return self.outer(torch.einsum("bqd,ed->bqe", x, self.outer.linear1.weight[:16]).float())

    model = Curious().eval()
    with mode(), casting(cast):
        plain = model(x)
        with watching(model) as watch:
            assert torch.equal(model(x), plain)
    assert {name: len(calls) for name, calls in watch.maps.items()} == {"inner.self_attn": 1, "outer.self_attn": 1}
