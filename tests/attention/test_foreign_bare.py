"""Anybody's module that calls torch's attention, or writes it out, is seen under its own name."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.testing import assert_close

from regard.attention.core import attend
from regard.attention.foreign import looking
from regard.attention.watch import NothingSeen, watching

from .foreign_cases import hooks_of, silence


class Fused(nn.Module):
    """A bare call, with options."""

    def __init__(self, **options) -> None:
        super().__init__()
        self.options = options
        self.turn = nn.Linear(4, 4)

    def forward(self, x: Tensor, keys: Tensor | None = None) -> Tensor:
        keys = x if keys is None else keys
        return F.scaled_dot_product_attention(self.turn(x), keys, keys, **self.options)


class Written(nn.Module):
    """Attention as it is taught: [b, n, d], no heads."""

    def __init__(self, product: str = "@", dropout: float = 0.0) -> None:
        super().__init__()
        self.product = product
        self.turn, self.normal, self.drop = nn.Linear(4, 4), nn.Softmax(-1), nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        weights = self.drop(self.normal(self.turn(x) @ x.transpose(-2, -1) / 2))
        if self.product == "einsum":
            return torch.einsum("...kd,...qk->...qd", x, weights)
        return torch.matmul(weights, x) if self.product == "matmul" else weights.to(x.dtype) @ x


class Two(nn.Module):
    """A foreign site, one of ours, and attention in the model itself."""

    def __init__(self) -> None:
        super().__init__()
        self.theirs, self.ours = Fused(), Ours()

    def forward(self, x: Tensor) -> Tensor:
        x = self.ours(self.theirs(x))
        return F.scaled_dot_product_attention(x, x, x)


class Ours(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return attend(x, x, x, by=self)


@pytest.fixture
def x() -> Tensor:
    return torch.randn(2, 6, 5, 4, generator=torch.Generator().manual_seed(1))


MASKED = torch.rand(2, 1, 5, 5, generator=torch.Generator().manual_seed(2)) > 0.4
MASKED[0, 0, 3] = False
BIAS = torch.randn(6, 5, 5, generator=torch.Generator().manual_seed(3))
OPTIONS = [
    {}, {"is_causal": True}, {"scale": 0.3}, {"attn_mask": MASKED}, {"attn_mask": BIAS},
    {"attn_mask": BIAS.masked_fill(~MASKED[1], float("-inf")), "scale": 2.0},
]  # fmt: skip


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("change", [{}, {"edit": lambda _, weights: weights}])
def test_a_bare_call_is_seen(x, options, change):
    torch.manual_seed(0)
    model = Fused(**options)
    plain = model(x)
    with watching(model, **change) as watch:
        result = model(x)
    (weights,) = watch.maps["Fused"]
    assert weights.shape == (2, 6, 5, 5)
    assert_close(weights @ x, plain)
    assert_close(result, plain, **({} if change else {"rtol": 0, "atol": 0}))
    assert not hooks_of(model)


@pytest.mark.parametrize("shape", [(5, 4), (2, 5, 4), (3, 2, 6, 5, 4)])
@pytest.mark.parametrize("change", [{}, {"edit": lambda _, weights: weights}])
def test_any_number_of_dimensions(shape, change):
    model, x = Fused(attn_mask=MASKED[1, 0]), torch.randn(shape)
    with watching(model, **change) as watch:
        result = model(x)
    (weights,) = watch.maps["Fused"]
    assert weights.shape == ((6, 6, 5, 5) if len(shape) == 5 else (shape[0] if len(shape) == 3 else 1, 1, 5, 5))
    assert_close((weights @ x.reshape(*weights.shape[:2], 5, 4)).reshape(shape), result)


@pytest.mark.parametrize("keys", [3, 5, 7])
@pytest.mark.parametrize("change", [{}, {"edit": lambda _, weights: weights}])
def test_groups_of_heads_and_other_lengths(x, keys, change):
    model = Fused(enable_gqa=True, is_causal=True)
    shared = torch.randn(2, 2, keys, 4)
    plain = model(x, shared)
    with watching(model, **change) as watch:
        assert_close(model(x, shared), plain)
    (weights,) = watch.maps["Fused"]
    assert weights.shape == (2, 6, 5, keys)
    assert_close(weights @ shared.repeat_interleave(3, 1), plain)


@pytest.mark.parametrize("options", [{"dropout_p": 0.5}, {"dropout_p": 0.5, "is_causal": True}])
def test_weights_are_those_before_dropout(x, options):
    model = Fused(**options)
    torch.manual_seed(4)
    plain = model(x)
    torch.manual_seed(4)
    with watching(model) as watch:
        assert torch.equal(model(x), plain)
    assert_close(watch.maps["Fused"][0].sum(-1), torch.ones(2, 6, 5))


@pytest.mark.parametrize("product", ["@", "matmul", "einsum"])
@pytest.mark.parametrize("grad", [False, True])
def test_attention_that_is_written_out(product, grad):
    model, x = Written(product), torch.randn(3, 5, 4)
    with torch.set_grad_enabled(grad):
        plain = model(x)
        with watching(model) as watch:
            assert torch.equal(model(x), plain)
        with watching(model, edit=silence(0)) as silent:
            assert (model(x) == 0).all()
    assert list(watch.maps) == list(silent.maps) == ["Written"]
    assert_close(watch.maps["Written"][0][:, 0] @ x, plain)


def test_written_attention_before_dropout_with_its_gradient():
    model, x = Written(dropout=0.5), torch.randn(3, 5, 4)
    with watching(model) as watch, watching(model, keep_grad=True) as kept:
        model(x)[..., 0].sum().backward()
    assert_close(watch.maps["Written"][0].sum(-1), torch.ones(3, 1, 5))
    assert kept.maps["Written"][0].grad is not None


def test_a_softmax_that_weighs_nothing_is_no_attention():
    model = nn.Sequential(Written(), nn.Linear(4, 9), nn.Softmax(-1))
    with watching(model) as watch:
        model(torch.randn(3, 5, 4))
    assert list(watch.maps) == ["0"]


def test_ours_and_theirs_are_each_seen_once(x):
    model = Two()
    for change in ({}, {"edit": lambda _, weights: weights}):
        with watching(model, **change) as watch:
            model(x)
        assert {name: len(calls) for name, calls in watch.maps.items()} == {"theirs": 1, "ours": 1, "Two": 1}


def test_only_the_watched_layer_is_weighed(x, monkeypatch):
    weighed = []
    monkeypatch.setattr(looking, "of_fused", lambda given, real=looking.of_fused: weighed.append(1) or real(given))
    model = nn.Sequential(*(Fused() for _ in range(4)))
    with watching(model, "2") as watch:
        model(x)
    assert list(watch.maps) == ["2"]
    assert len(weighed) == 1


def test_an_outer_edit_is_seen_within(x):
    model = nn.Sequential(Fused(), Fused())
    with watching(model[1], edit=silence(2)), watching(model) as inner:
        model(x)
    assert (inner.maps["1"][0][:, 2] == 0).all()
    assert (inner.maps["0"][0][:, 2] > 0).all()


def test_nothing_is_left_after_any_exception(x):
    class Breaks(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            raise self.how

    for how in (ZeroDivisionError("no"), KeyboardInterrupt()):
        for change in ({}, {"keep_grad": True}):
            model = nn.Sequential(Fused(), Breaks())
            model[1].how = how
            with pytest.raises(type(how)), watching(model, **change) as watch:
                model(x)
            assert len(watch.maps["0"]) == 1
            assert not hooks_of(model)
            model[0](x)
            assert len(watch.maps["0"]) == 1, "the watch was closed"


def test_threads_share_a_model_and_not_their_maps(x):
    model, meet = nn.Sequential(Fused(), Written()), Barrier(4)

    def look(number: int) -> bool:
        mine = x[:, :, : number + 2]
        with watching(model) as watch:
            meet.wait(timeout=60)
            for _ in range(5):
                model(mine)
            meet.wait(timeout=60)
        return all(len(c) == 5 and all(w.shape[-1] == number + 2 for w in c) for c in watch.maps.values())

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(look, range(4)))
    assert not hooks_of(model)
    with ThreadPoolExecutor(1) as pool, pytest.raises(NothingSeen), watching(model):
        pool.submit(model, x).result(timeout=60)


@pytest.mark.parametrize("change", [{}, {"edit": lambda _, weights: weights}])
def test_a_compiled_graph_is_never_watched(x, change):
    model = Fused()
    compiled = torch.compile(model, backend="eager", fullgraph=True)
    for watched in (model, compiled):
        with pytest.raises(NothingSeen, match="compiled"), watching(watched, **change):
            compiled(x)
    outer = nn.Sequential(Written(), compiled)
    with watching(outer, **change) as watch, torch.no_grad():
        outer(x)
    assert list(watch.maps) == ["0"]
    assert_close(compiled(x), model(x))


def test_an_exception_within_a_block_does_not_confuse_names(x):
    class Picky(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            if len(x) == 1:
                raise ZeroDivisionError
            return x

    model = nn.ModuleDict({"picky": nn.Sequential(Fused(), Picky()), "last": Fused()})
    with watching(model) as watch:
        with pytest.raises(ZeroDivisionError):
            model["picky"](x[:1])
        assert hooks_of(nn.Module()) == 0, "nothing looks between calls"
        model["last"](x)
    assert list(watch.maps) == ["picky.0", "last"]


class Sink(nn.Module):
    """One score more than there are keys, and weights made narrower before their use, as some models have it."""

    def forward(self, x: Tensor) -> Tensor:
        scores = torch.cat([x @ x.mT, x.new_ones(2, 6, 5, 1)], -1)
        weights = scores.double().softmax(-1)[..., :-1].float()
        return weights.flatten(0, 1).bmm(x.flatten(0, 1)).view_as(x)


def test_what_is_done_to_weights_before_their_use_is_done_to_an_edit(x):
    model = Sink()
    plain = model(x)
    with watching(model) as watch:
        assert torch.equal(model(x), plain)
    with watching(model, edit=silence(1)) as silent:
        edited = model(x)
    assert_close(watch.maps["Sink"][0].float() @ x, plain)
    assert silent.maps["Sink"][0].shape == (2, 6, 5, 5)
    assert (edited[:, 1] == 0).all()
    assert_close(edited[:, 2:], plain[:, 2:])
