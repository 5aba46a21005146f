"""Dropout: what is kept, how often, and what the mean becomes."""

import pytest
import torch

from regard.errors import Mistake
from regard.layers.dropout import Dropout


@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
def test_as_many_are_dropped_as_asked_and_the_mean_stays(p):
    torch.manual_seed(0)
    x = Dropout(p)(torch.ones(400, 1001))
    assert abs(float((x == 0).double().mean()) - p) < 1 / 256
    assert abs(float(x.double().mean()) - 1) < 0.01
    assert len(set(x.flatten().tolist())) == 2


def test_every_place_is_dropped_as_often_as_any_other():
    torch.manual_seed(0)
    drop = Dropout(0.5)
    kept = torch.stack([drop(torch.ones(27)) > 0 for _ in range(4000)]).double().mean(0)
    assert (kept - 0.5).abs().max() < 0.04


def test_neighbours_are_dropped_independently():
    torch.manual_seed(0)
    kept = (Dropout(0.25)(torch.ones(4000, 64)) > 0).double()
    assert (torch.corrcoef(kept.T) - torch.eye(64)).abs().max() < 0.08


def test_evaluation_and_zero_leave_all_as_it_is():
    x = torch.randn(3, 5)
    assert Dropout(0.5).eval()(x) is x
    assert Dropout(0.0)(x) is x


def test_the_gradient_is_dropped_with_the_number():
    x = torch.randn(50, 3, requires_grad=True)
    y = Dropout(0.5)(x)
    y.sum().backward()
    assert torch.equal(x.grad == 0, y == 0)


def test_the_same_seed_drops_the_same():
    x, drop = torch.randn(5, 5), Dropout(0.5)
    torch.manual_seed(1)
    first = drop(x)
    torch.manual_seed(1)
    assert torch.equal(drop(x), first)


def test_all_may_not_be_dropped():
    for p in (1.0, -0.1, float("nan")):
        with pytest.raises(Mistake, match=rf"model\.dropout is {p}, and must be at least 0 and below 1"):
            Dropout(p)
