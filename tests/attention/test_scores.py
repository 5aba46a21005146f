"""Each score against its equation, one query and one key at a time."""

from collections.abc import Callable

import pytest
import torch
from torch import Tensor, nn
from torch.testing import assert_close

from regard.attention.core import normalise
from regard.attention.scores import Additive, Bilinear, Concatenated, Dot

QUERY, KEY, WIDTH = 5, 3, 7


def pair_by_pair(q: Tensor, k: Tensor, score: Callable[[Tensor, Tensor], Tensor]) -> Tensor:
    """Scores [b h q k] from a function of one query and one key."""
    return torch.stack(
        [
            torch.stack([torch.stack([torch.stack([score(one, key) for key in ks]) for one in qs]) for qs, ks in heads])
            for heads in (list(zip(*both, strict=True)) for both in zip(q, k, strict=True))
        ]
    )


def inputs(query: int, key: int) -> tuple[Tensor, Tensor]:
    torch.manual_seed(0)
    return torch.randn(2, 3, 4, query, dtype=torch.float64), torch.randn(2, 3, 6, key, dtype=torch.float64)


def additive(module: Additive) -> Callable[[Tensor, Tensor], Tensor]:
    return lambda q, k: module.v.weight[0] @ torch.tanh(module.W.weight @ q + module.U.weight @ k)


def concatenated(module: Concatenated) -> Callable[[Tensor, Tensor], Tensor]:
    return lambda q, k: module.w2.weight[0] @ torch.tanh(module.W1.weight @ torch.cat([q, k]))


CASES = {
    "dot": (Dot(), KEY, KEY, lambda _: lambda q, k: (q * k).sum()),
    "bilinear": (Bilinear(QUERY, KEY), QUERY, KEY, lambda m: lambda q, k: q @ m.W.weight @ k),
    "additive": (Additive(QUERY, KEY, WIDTH), QUERY, KEY, additive),
    "concatenated": (Concatenated(QUERY, KEY, WIDTH), QUERY, KEY, concatenated),
}


@pytest.mark.parametrize("name", CASES)
def test_a_score_is_its_equation(name):
    module, query, key, equation = CASES[name]
    module = module.double()
    q, k = inputs(query, key)
    assert_close(module(q, k), pair_by_pair(q, k, equation(module)), rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", CASES)
def test_keys_may_be_shared_by_texts_and_heads(name):
    module, query, key, _ = CASES[name]
    module = module.double()
    q, k = inputs(query, key)
    one = k[:1, :1]
    assert_close(module(q, one), module(q, one.expand(2, 3, -1, -1)), rtol=0, atol=1e-12)


def test_the_two_forms_of_the_hidden_layer_are_one_function():
    two, one = Additive(QUERY, KEY, WIDTH).double(), Concatenated(QUERY, KEY, WIDTH).double()
    with torch.no_grad():
        one.W1.weight.copy_(torch.cat([two.W.weight, two.U.weight], dim=1))
        one.w2.weight.copy_(two.v.weight)
    q, k = inputs(QUERY, KEY)
    assert_close(one(q, k), two(q, k), rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", ["bilinear", "additive", "concatenated"])
def test_every_matrix_of_a_score_learns(name):
    module, query, key, _ = CASES[name]
    module = module.double()
    normalise(module(*inputs(query, key)), None)[..., 0].sum().backward()
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in module.parameters())
    nn.Module.zero_grad(module)
