"""Attention that others write out is seen with keys last, however it is written, and an edit of it is used."""

import pytest
import torch
from torch import Tensor, nn
from torch.testing import assert_close

from regard.attention.core import attend
from regard.attention.watch import watching

from .foreign_cases import hooks_of, silence

POOLINGS = {
    "a product and a sum": lambda a, x: (a[..., None] * x).sum(1),
    "a sum of a product, by name": lambda a, x: torch.sum(x * a.unsqueeze(-1), dim=1),
    "matrices": lambda a, x: torch.bmm(a.unsqueeze(1), x).squeeze(1),
    "vectors after weights": lambda a, x: (x.transpose(1, 2) @ a[..., None]).squeeze(-1),
    "letters": lambda a, x: torch.einsum("bn,bnd->bd", a, x),
}


class Pooling(nn.Module):
    """One learned query, as a first exercise has it: softmax over the words of [b, n] or, `early`, of [b, n, 1]."""

    def __init__(self, pool, early: bool = False) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.query, self.pool, self.early = nn.Linear(4, 1), pool, early

    def forward(self, x: Tensor) -> Tensor:
        scores = self.query(x)
        return self.pool(scores.softmax(1)[..., 0] if self.early else scores[..., 0].softmax(-1), x)


@pytest.fixture
def x() -> Tensor:
    return torch.randn(3, 5, 4, generator=torch.Generator().manual_seed(1))


@pytest.mark.parametrize("way", POOLINGS)
@pytest.mark.parametrize("early", [False, True])
@pytest.mark.parametrize("mode", [torch.enable_grad, torch.no_grad, torch.inference_mode])
def test_pooling_has_one_query_a_text(x, way, early, mode):
    model = Pooling(POOLINGS[way], early)
    with mode():
        plain = model(x)
        with watching(model) as watch:
            assert torch.equal(model(x), plain)
        with watching(model, edit=silence(0)) as silent:
            assert (model(x) == 0).all()
    (weights,), (quiet,) = watch.maps["Pooling"], silent.maps["Pooling"]
    assert weights.shape == quiet.shape == (3, 1, 1, 5)
    assert_close(weights[:, 0] @ x, plain[:, None])
    assert not hooks_of(model)


def test_the_gradient_of_a_pooling(x):
    model = Pooling(POOLINGS["a product and a sum"])
    with watching(model, keep_grad=True) as watch:
        model(x)[:, 0].sum().backward()
    (weights,) = watch.maps["Pooling"]
    assert weights.grad is not None
    assert_close(weights.grad[:, 0, 0], x[..., 0])


@pytest.mark.parametrize("change", [{}, {"edit": lambda _, weights: weights}])
def test_one_text_alone(x, change):
    class Alone(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            return x.sum(-1).softmax(0) @ x

    with watching(model := Alone(), **change) as watch:
        result = model(x[0])
    (weights,) = watch.maps["Alone"]
    assert weights.shape == (1, 1, 1, 5)
    assert_close(weights[0, 0, 0] @ x[0], result)


@pytest.mark.parametrize("change", [{}, {"edit": lambda _, weights: weights}])
def test_keys_come_last(x, change):
    class Columns(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            return torch.softmax(2 * x[:, :2] @ x.mT, 1).mT @ x[:, :2]

    with watching(model := Columns(), **change) as watch:
        result = model(x)
    (weights,) = watch.maps["Columns"]
    assert weights.shape == (3, 1, 5, 2)
    assert_close(weights[:, 0] @ x[:, :2], result)


@pytest.mark.parametrize("change", [{}, {"edit": lambda _, weights: 2 * weights}])
def test_two_are_seen_whose_uses_come_after_both(x, change):
    class Both(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            there = torch.softmax(x @ x.mT, -1)
            back = torch.softmax(-x @ x.mT, -1)
            return there @ x + back @ x

    plain = (model := Both())(x)
    with watching(model, **change) as watch:
        result = model(x)
    there, back = watch.maps["Both"]
    assert_close((there + back)[:, 0] @ x, result)
    assert_close(result, 2 * plain if change else plain)


@pytest.mark.parametrize("change", [{}, {"edit": lambda _, weights: weights}])
def test_a_gate_is_no_attention(x, change):
    class Gated(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            gated = (torch.softmax(x, -1) * x).sum(1, keepdim=True) + x
            return torch.softmax(x @ x.mT, -1) @ gated

    with watching(model := Gated(), **change) as watch:
        model(x)
    (weights,) = watch.maps["Gated"]
    assert_close(weights[:, 0], torch.softmax(x @ x.mT, -1))


def test_in_inference_mode_parts_are_seen_and_ours_once(x):
    class Ours(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            return attend(x[:, None], x[:, None], x[:, None], by=self)[:, 0]

    torch.manual_seed(0)
    decoder = nn.TransformerDecoderLayer(4, 2, 8, batch_first=True).eval()
    model = nn.ModuleDict({"ours": Ours(), "decoder": decoder})

    def run() -> Tensor:
        return decoder(x, model["ours"](x))

    maps = []
    for mode in (torch.no_grad, torch.inference_mode):
        with mode():
            plain = run()
            with watching(model) as watch:
                assert torch.equal(run(), plain)
        maps.append(watch.maps)
    assert {name: len(calls) for name, calls in maps[1].items()} == {
        "ours": 1,
        "decoder.self_attn": 1,
        "decoder.multihead_attn": 1,
    }
    assert_close(maps[1], maps[0])
