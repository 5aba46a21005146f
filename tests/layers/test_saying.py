"""The loss in pieces is torch's, and so is its gradient."""

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.testing import assert_close

from regard.layers import saying
from regard.layers.saying import cross_entropy


def drawn(dtype: torch.dtype = torch.float64) -> list[Tensor]:
    dice = torch.Generator().manual_seed(0)
    return [torch.randn(shape, generator=dice, dtype=dtype, requires_grad=True) for shape in ((7, 3), (11, 3), (11,))]


WANTED = torch.tensor([4, 0, 10, 4, 4, 2, 9])


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
@pytest.mark.parametrize("room", [1, 25, 10_000])
def test_it_is_torchs(smoothing, room, monkeypatch):
    monkeypatch.setattr(saying, "ROOM", room)
    given = drawn()
    x, weight, bias = given
    expected = F.cross_entropy(F.linear(x, weight, bias), WANTED, label_smoothing=smoothing)
    found = cross_entropy(x, weight, bias, WANTED, smoothing)
    assert_close(found, expected, rtol=0, atol=1e-12)
    for one, other in zip(torch.autograd.grad(found * 3, given), torch.autograd.grad(expected * 3, given), strict=True):
        assert_close(one, other, rtol=0, atol=1e-12)


def test_large_logits_are_no_danger():
    x, weight, bias = drawn(torch.float32)
    loss = cross_entropy(x * 1e4, weight, bias, WANTED)
    assert_close(loss, F.cross_entropy(F.linear(x * 1e4, weight, bias), WANTED))
    assert all(gradient.isfinite().all() for gradient in torch.autograd.grad(loss, (x, weight, bias)))


def test_without_gradients_and_in_lower_precision_it_is_the_same():
    x, weight, bias = drawn(torch.float32)
    expected = cross_entropy(x, weight, bias, WANTED, 0.1).detach()
    with torch.no_grad():
        assert_close(cross_entropy(x, weight, bias, WANTED, 0.1), expected)
    with torch.autocast("cpu", torch.bfloat16):
        assert_close(cross_entropy(x, weight, bias, WANTED, 0.1).detach(), expected, rtol=0.02, atol=0.02)
