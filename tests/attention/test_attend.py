"""Attention by products: the fused way is the written-out way, over all arguments."""

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from torch import Tensor, nn
from torch.testing import assert_close

from regard.attention import core
from regard.attention.core import attend
from regard.attention.watch import watching

from .drawn import Case, cases, softmax_of_the_seen

BY = nn.Identity()


def fused(case: Case) -> Tensor:
    return attend(case.q, case.k, case.v, case.mask, case.bias, by=BY, scale=case.scale)


def explicit(case: Case) -> Tensor:
    with watching(BY, edit=lambda _, weights: weights):
        return attend(case.q, case.k, case.v, case.mask, case.bias, by=BY, scale=case.scale)


def written_out(case: Case) -> Tensor:
    return torch.einsum("bhqk,bhke->bhqe", softmax_of_the_seen(case.scores, case.mask), case.values)


@given(cases())
def test_both_ways_are_the_equation(case):
    expected = written_out(case)
    assert_close(fused(case), expected, rtol=0, atol=1e-12)
    assert_close(explicit(case), expected, rtol=0, atol=1e-12)


@given(cases())
def test_both_ways_have_the_same_finite_gradients(case):
    given = [t for t in (case.q, case.k, case.v, case.bias) if t is not None]
    for tensor in given:
        tensor.requires_grad_()
    weight = torch.randn(*case.q.shape[:3], case.v.shape[-1], dtype=torch.float64)
    ways = [torch.autograd.grad((way(case) * weight).sum(), given) for way in (fused, explicit)]
    for one, other in zip(*ways, strict=True):
        assert one.isfinite().all()
        assert_close(one, other, rtol=0, atol=1e-12)


@given(cases())
def test_what_is_seen_is_what_the_equation_says(case):
    with watching(BY) as watch:
        fused(case)
    assert_close(watch.maps["Identity"], [softmax_of_the_seen(case.scores, case.mask)], rtol=0, atol=1e-12)


@given(cases())
def test_looking_changes_no_bit(case):
    plain = fused(case)
    with watching(BY):
        assert torch.equal(fused(case), plain)


@pytest.mark.parametrize("groups", [6, 3, 1])
def test_parity_with_torch(groups):
    q, k, v = (torch.randn(2, n, length, 7, dtype=torch.float64) for n, length in ((6, 3), (groups, 5), (groups, 5)))
    mask = torch.rand(2, 1, 3, 5) < 0.7
    mask[..., 0] = True
    bias = torch.randn(1, 6, 3, 5, dtype=torch.float64)
    torchs = F.scaled_dot_product_attention
    assert_close(attend(q, k, v, by=BY), torchs(q, k, v, enable_gqa=True))
    assert_close(attend(q, k, v, mask, by=BY), torchs(q, k, v, mask, enable_gqa=True))
    assert_close(attend(q, k, v, None, bias, by=BY), torchs(q, k, v, bias, enable_gqa=True))
    assert_close(attend(q, k, v, by=BY, scale=0.2), torchs(q, k, v, scale=0.2, enable_gqa=True))


@pytest.mark.parametrize("way", [fused, explicit])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.parametrize("width", [4, 3])
def test_a_query_that_sees_nothing_gets_zeros_and_finite_gradients(way, dtype, biased, width):
    q, k, v = (torch.randn(2, 3, n, w, dtype=dtype, requires_grad=True) for n, w in ((5, 4), (7, 4), (7, width)))
    mask = torch.ones(2, 1, 5, 7, dtype=torch.bool)
    mask[1, :, 2] = False
    bias = torch.randn(1, 3, 5, 7, dtype=dtype) if biased else None
    mixed = way(Case(q, k, v, mask, bias, None))
    mixed.sum().backward()
    assert (mixed[1, :, 2] == 0).all()
    assert (mixed[0] != 0).all()
    for tensor in (q, k, v):
        assert tensor.grad is not None
        assert tensor.grad.isfinite().all()


@pytest.mark.parametrize("way", [fused, explicit])
def test_its_gradient_is_its_derivative(way):
    q, k, v = (torch.randn(1, 2, n, 2, dtype=torch.float64, requires_grad=True) for n in (2, 3, 3))
    mask = torch.tensor([[True, False, True], [False, False, False]])[None, None]
    bias = torch.randn(1, 1, 2, 3, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda q, k, v, bias: way(Case(q, k, v, mask, bias, 0.7)), (q, k, v, bias))


def test_dropout_drops_weights_but_not_what_is_seen():
    torch.manual_seed(7)
    q, k, v = torch.randn(2, 3, 5, 8), torch.randn(2, 3, 7, 8), torch.ones(2, 3, 7, 8)
    for edit in (None, lambda _, weights: weights):
        with watching(BY, edit=edit) as watch:
            mixed = attend(q, k, v, by=BY, dropout=0.5)
        assert_close(watch.maps["Identity"][0].sum(-1), torch.ones(2, 3, 5))
        assert not torch.allclose(mixed, torch.ones_like(mixed))


def test_nobody_looking_takes_the_fused_way(monkeypatch):
    q = torch.randn(1, 2, 3, 4)

    def refuse(*_: object, **__: object) -> Tensor:
        raise AssertionError("the weights were written out")

    monkeypatch.setattr(core, "normalise", refuse)
    attend(q, q, q, by=BY)
    with pytest.raises(AssertionError, match="written out"), watching(BY):
        attend(q, q, q, by=BY)


@pytest.mark.parametrize("queries", [1, 3, 4])
@pytest.mark.parametrize("biased", [True, False])
@pytest.mark.parametrize("masked", [True, False])
def test_looking_back_is_a_mask(queries, biased, masked):
    """With fewer queries than keys, the queries are the last tokens."""
    torch.manual_seed(0)
    q, k = torch.randn(2, 4, queries, 3).double(), torch.randn(2, 2, 4, 3).double()
    bias = torch.randn(1, 4, queries, 4).double() if biased else None
    mask = (torch.rand(2, 1, 1, 4) < 0.7) if masked else None
    back = torch.ones(queries, 4, dtype=torch.bool).tril(4 - queries)[None, None]
    expected = attend(q, k, k, back if mask is None else back & mask, bias, by=BY)
    assert_close(attend(q, k, k, mask, bias, by=BY, causal=True), expected, rtol=0, atol=1e-12)
    with watching(BY) as watch:
        watched = attend(q, k, k, mask, bias, by=BY, causal=True)
    assert torch.equal(watched, attend(q, k, k, mask, bias, by=BY, causal=True))
    assert not watch.maps["Identity"][0].masked_select(~back).any()
