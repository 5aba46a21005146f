"""Scores become weights: a softmax over what may be seen, zeros where nothing may."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor
from torch.testing import assert_close
from torch.utils._python_dispatch import TorchDispatchMode

from regard.attention.core import normalise

from .drawn import SIZES, dice, masks, softmax_of_the_seen


@st.composite
def scores_and_masks(draw: st.DrawFn) -> tuple[Tensor, Tensor | None]:
    b, h, q, k = (draw(SIZES) for _ in range(4))
    size = draw(st.sampled_from([1.0, 30.0, 1e4]))
    scores = torch.randn(b, h, q, k, generator=dice(draw), dtype=torch.float64) * size
    return scores, draw(st.none() | masks(b, h, q, k))


@given(scores_and_masks())
def test_weights_are_the_softmax_of_what_may_be_seen(drawn):
    scores, mask = drawn
    assert_close(normalise(scores, mask), softmax_of_the_seen(scores, mask), rtol=0, atol=1e-14)


@given(scores_and_masks())
def test_each_row_sums_to_one_or_sees_nothing(drawn):
    scores, mask = drawn
    weights = normalise(scores, mask)
    seen = torch.ones_like(scores, dtype=torch.bool) if mask is None else mask.expand_as(scores)
    assert (weights >= 0).all()
    assert (weights[~seen] == 0).all(), "what is masked gets exactly nothing"
    assert_close(weights.sum(-1), seen.any(-1).double(), rtol=0, atol=1e-12)


@given(scores_and_masks(), st.floats(-100, 100))
def test_only_differences_of_scores_count(drawn, shift):
    scores, mask = drawn
    assert_close(normalise(scores + shift, mask), normalise(scores, mask), rtol=0, atol=1e-9)


@given(scores_and_masks())
def test_scores_are_written_over_only_where_they_may_be(drawn):
    scores, mask = drawn
    before = scores.clone()
    weights = normalise(scores, mask)
    assert torch.equal(scores, before)
    assert torch.equal(normalise(scores, mask, in_place=True), weights)


def test_writing_over_the_scores_takes_no_new_memory():
    scores, mask = torch.randn(2, 3, 4, 5), torch.tensor([True, True, False, True, False])
    assert normalise(scores, mask, in_place=True).data_ptr() == scores.data_ptr()


def test_its_gradient_is_its_derivative_also_in_rows_that_see_nothing():
    mask = torch.tensor([[True, False, True], [False, False, False]])
    scores = torch.randn(2, 1, 2, 3, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda s: normalise(s, mask), scores)
    assert torch.autograd.gradcheck(lambda s: normalise(s, None), scores)


@given(scores_and_masks())
def test_gradients_are_finite(drawn):
    scores, mask = drawn
    scores = scores.float().requires_grad_()
    (normalise(scores, mask) * torch.randn(scores.shape)).sum().backward()
    assert scores.grad is not None
    assert scores.grad.isfinite().all()
    if mask is not None:
        assert (scores.grad[~mask.expand_as(scores)] == 0).all()


class Softmaxes(TorchDispatchMode):
    """The precisions in which softmaxes ran."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[torch.dtype] = set()

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        if "softmax" in str(func):
            self.seen.add(result.dtype)
        return result


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize(
    ("given_in", "normalised_in"),
    [
        (torch.float16, torch.float32),
        (torch.bfloat16, torch.float32),
        (torch.float32, torch.float32),
        (torch.float64, torch.float64),
    ],
)
def test_half_precision_is_normalised_in_single_precision(given_in, normalised_in, masked):
    scores = torch.randn(2, 3, 5, 7).to(given_in)
    mask = torch.rand(2, 1, 5, 7) < 0.5 if masked else None
    with Softmaxes() as softmaxes:
        weights = normalise(scores, mask)
    assert softmaxes.seen == {normalised_in}
    assert weights.dtype == given_in
    assert weights.isfinite().all()
