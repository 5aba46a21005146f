"""Attention of `torch.nn` is seen as it is computed, on its fast path and off it, and stays as it is."""

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.testing import assert_close

from regard.attention.watch import NothingSeen, watching

from .foreign_cases import hooks_of, silence

WIDTH, HEADS = 16, 4
HIDDEN = torch.tensor([[False] * 5, [False] * 3 + [True] * 2])
CAUSAL = torch.ones(5, 5, dtype=torch.bool).triu(1)


@pytest.fixture
def x() -> Tensor:
    return torch.randn(2, 5, WIDTH, generator=torch.Generator().manual_seed(1))


def heads(**options) -> nn.MultiheadAttention:
    torch.manual_seed(0)
    made = nn.MultiheadAttention(WIDTH, HEADS, **({"batch_first": True} | options)).eval()
    if made.in_proj_bias is not None:
        nn.init.normal_(made.in_proj_bias)
    return made


def layer(kind: type[nn.Module] = nn.TransformerEncoderLayer, **options):
    torch.manual_seed(0)
    return kind(WIDTH, HEADS, 32, **({"batch_first": True, "dropout": 0.1} | options)).eval()


def output(attention: nn.MultiheadAttention, weights: Tensor, value: Tensor) -> Tensor:
    """Weights times values, through the output projection."""
    projection = (
        attention.in_proj_weight.chunk(3)[2] if attention.in_proj_weight is not None else attention.v_proj_weight
    )
    bias = None if attention.in_proj_bias is None else attention.in_proj_bias.chunk(3)[2]
    v = F.linear(value, projection, bias).unflatten(-1, (HEADS, -1)).transpose(1, 2)
    return attention.out_proj((weights @ v).transpose(1, 2).flatten(2))


@pytest.mark.parametrize("grad", [False, True])
@pytest.mark.parametrize("need_weights", [False, True])
@pytest.mark.parametrize(
    "masks",
    [
        {},
        {"key_padding_mask": HIDDEN},
        {"attn_mask": CAUSAL},
        {"attn_mask": CAUSAL, "key_padding_mask": HIDDEN},
        {"attn_mask": torch.randn(5, 5, generator=torch.Generator().manual_seed(2))},
        {"attn_mask": torch.zeros(5, 5).masked_fill(CAUSAL, float("-inf")), "is_causal": True},
    ],
)
def test_heads_of_torch_are_seen(x, grad, need_weights, masks):
    attention = heads()
    with torch.set_grad_enabled(grad):
        plain, told = attention(x, x, x, need_weights=need_weights, **masks)
        with watching(attention) as watch:
            result, told_watched = attention(x, x, x, need_weights=need_weights, **masks)
    (weights,) = watch.maps["MultiheadAttention"]
    assert torch.equal(result, plain)
    assert weights.shape == (2, HEADS, 5, 5)
    assert not weights.requires_grad
    assert_close(output(attention, weights, x), plain)
    if need_weights:
        assert torch.equal(told, told_watched)
        assert_close(weights.mean(1), told)


@pytest.mark.parametrize(
    "options",
    [{"kdim": 6, "vdim": 7}, {"bias": False}, {"add_zero_attn": True}, {"add_bias_kv": True}, {"dropout": 0.5}],
)
@pytest.mark.parametrize("change", [{}, {"keep_grad": True}])
def test_heads_of_torch_of_every_kind(x, options, change):
    attention = heads(**options).train(options == {"dropout": 0.5})
    key, value = torch.randn(2, 3, options.get("kdim", WIDTH)), torch.randn(2, 3, options.get("vdim", WIDTH))
    with torch.random.fork_rng():
        plain, told = attention(x, key, value, average_attn_weights=False)
    with watching(attention, **change) as watch, torch.random.fork_rng():
        result, _ = attention(x, key, value)
    (weights,) = watch.maps["MultiheadAttention"]
    assert weights.shape == (2, HEADS, 5, 3 + ("add_zero_attn" in options) + ("add_bias_kv" in options))
    assert_close(weights.sum(-1), torch.ones(2, HEADS, 5), msg="seen before dropout")
    if not attention.training:
        assert_close(weights, told)
        assert_close(result, plain)
    if not change:
        assert torch.equal(result, plain)


def test_texts_without_a_batch_and_texts_in_columns(x):
    attention = heads(batch_first=False)
    with watching(attention) as watch:
        attention(x[0], x[0], x[0])
        attention(x.transpose(0, 1), x.transpose(0, 1), x.transpose(0, 1), need_weights=False)
    one, two = watch.maps["MultiheadAttention"]
    assert_close(two[:1], one)


@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("masks", [{}, {"src_key_padding_mask": HIDDEN}, {"src_mask": CAUSAL}])
def test_the_fast_path_of_a_layer_is_seen_and_kept(x, norm_first, masks):
    encoder = layer(norm_first=norm_first)
    with torch.no_grad():
        plain = encoder(x, **masks)
        with watching(encoder) as watch:
            assert torch.equal(encoder(x, **masks), plain)
    slow = encoder(x, **masks)
    assert not torch.equal(slow, plain), "else the fast path was not taken, and this test shows nothing"
    with watching(encoder, "self_attn") as slowly:
        assert torch.equal(encoder(x, **masks), slow)
    assert list(watch.maps) == list(slowly.maps) == ["self_attn"]
    assert_close(watch.maps["self_attn"], slowly.maps["self_attn"])
    inner = encoder.norm1(x) if norm_first else x
    mixed = x + output(encoder.self_attn, watch.maps["self_attn"][0], inner)
    if norm_first:
        assert_close(mixed + encoder._ff_block(encoder.norm2(mixed)), plain)
    else:
        assert_close(encoder.norm2(encoder.norm1(mixed) + encoder._ff_block(encoder.norm1(mixed))), plain)


@pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors")
def test_an_encoder_that_drops_padding(x):
    encoder = nn.TransformerEncoder(layer(), 2).eval()
    with torch.no_grad():
        plain = encoder(x, src_key_padding_mask=HIDDEN)
        with watching(encoder, "layers.1.*") as watch:
            assert torch.equal(encoder(x, src_key_padding_mask=HIDDEN), plain)
    with watching(encoder) as slowly:
        encoder(x, src_key_padding_mask=HIDDEN)
    assert list(watch.maps) == ["layers.1.self_attn"]
    assert list(slowly.maps) == ["layers.0.self_attn", "layers.1.self_attn"]
    seen, slow = watch.maps["layers.1.self_attn"][0], slowly.maps["layers.1.self_attn"][0]
    assert_close(seen[0], slow[0])
    assert_close(seen[1, :, :3], slow[1, :, :3])
    assert (seen[1, :, 3:] == 0).all(), "padding looked nowhere: it was not there"


@pytest.mark.parametrize("training", [False, True])
def test_encoder_and_decoder(x, training):
    torch.manual_seed(0)
    model = nn.Transformer(WIDTH, HEADS, 2, 2, 32, batch_first=True).train(training)
    target = torch.randn(2, 3, WIDTH)
    causal = nn.Transformer.generate_square_subsequent_mask(3)

    def run() -> Tensor:
        torch.manual_seed(5)
        return model(x, target, tgt_mask=causal, tgt_is_causal=True)

    plain = run()
    with watching(model) as watch:
        assert torch.equal(run(), plain)
    with torch.no_grad():
        plain = run()
        with watching(model) as without:
            assert torch.equal(run(), plain)
    names = [f"encoder.layers.{n}.self_attn" for n in (0, 1)]
    names += [f"decoder.layers.{n}.{kind}" for n in (0, 1) for kind in ("self_attn", "multihead_attn")]
    assert list(watch.maps) == list(without.maps) == names
    assert watch.maps["decoder.layers.1.multihead_attn"][0].shape == (2, HEADS, 3, 5)
    assert watch.maps["decoder.layers.1.self_attn"][0].triu(1).sum() == 0
    for name in names:
        assert_close(watch.maps[name], without.maps[name])
        assert_close(watch.maps[name][0].sum(-1), torch.ones(watch.maps[name][0].shape[:-1]))


@pytest.mark.parametrize("grad", [False, True])
def test_heads_of_torch_can_be_edited(x, grad):
    model = nn.TransformerEncoder(layer(), 2, enable_nested_tensor=False).eval()
    with torch.set_grad_enabled(grad):
        plain = model(x)
        with watching(model, "layers.1.*", edit=silence(1)) as watch, watching(model) as inner:
            edited = model(x)
        with watching(model, edit=lambda _, weights: weights):
            assert_close(model(x), plain)
    assert not torch.allclose(edited, plain)
    assert (watch.maps["layers.1.self_attn"][0][:, 1] == 0).all()
    assert torch.equal(inner.maps["layers.1.self_attn"][0], watch.maps["layers.1.self_attn"][0])
    assert (inner.maps["layers.0.self_attn"][0][:, 1] > 0).all()


def test_an_edit_is_what_is_used(x):
    attention = heads()
    even = torch.full((2, HEADS, 5, 5), 0.2)
    with watching(attention, edit=lambda _, weights: torch.full_like(weights, 0.2)):
        result, told = attention(x, x, x)
        alone, _ = attention(x[0], x[0], x[0])
    assert_close(result, output(attention, even, x))
    assert_close(told, even.mean(1))
    assert_close(alone, result[0])


def test_gradients_of_weights_of_torch(x):
    model = layer()
    with watching(model, keep_grad=True) as watch:
        model(x).square().sum().backward()
    weights = watch.maps["self_attn"][0]
    assert weights.grad is not None
    assert weights.grad.abs().sum() > 0


def test_nothing_is_left_behind(x):
    model = nn.Sequential(nn.TransformerEncoder(layer(), 2, enable_nested_tensor=False), heads())
    for change in ({}, {"keep_grad": True}):
        with watching(model, **change):
            model[0](x)
            assert hooks_of(model)
        assert not hooks_of(model)
        with pytest.raises(TypeError, match="key"), watching(model, **change):
            model(x)
        assert not hooks_of(model)
        with pytest.raises(NothingSeen, match=r"'3\.\*'"), watching(model, "3.*", **change):
            model[0](x)
        assert not hooks_of(model)


@pytest.mark.parametrize("change", [{}, {"edit": silence(0)}])
def test_watches_within_watches_see_each_look_once(x, change):
    first, second = layer(), layer()
    with torch.no_grad(), watching(first) as outer, watching(second, **change) as other, watching(first) as inner:
        first(x)
        second(x)
    assert [len(watch.maps["self_attn"]) for watch in (outer, other, inner)] == [1, 1, 1]


def test_a_watch_may_be_opened_while_a_model_runs(x):
    class Curious(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inner, self.own = layer(), heads()

        def forward(self, x: Tensor) -> Tensor:
            with watching(self.inner) as self.seen:
                x = self.inner(x)
            return self.own(x, x, x)[0]

    model = Curious().eval()
    with torch.no_grad():
        plain = model(x)
        with watching(model) as watch:
            assert torch.equal(model(x), plain)
    assert [len(watch.maps[name]) for name in ("inner.self_attn", "own")] == [1, 1]
    assert len(model.seen.maps["self_attn"]) == 1
    assert not hooks_of(model)
