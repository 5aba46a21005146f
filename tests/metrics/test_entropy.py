"""Entropy between a single word and a plain mean."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.testing import assert_close

from regard.attention.core import normalise
from regard.metrics.entropy import BINS, entropy, histogram


@given(
    st.lists(st.integers(1, 9), min_size=1, max_size=5),
    st.integers(1, 3),
    st.integers(1, 3),
    st.sampled_from([0.1, 3.0, 1e3]),
    st.integers(0, 2**31),
)
def test_it_lies_between_nothing_and_log_n(lengths, heads, queries, size, seed):
    n = torch.tensor(lengths)
    noise = torch.Generator().manual_seed(seed)
    scores = torch.randn(len(n), heads, queries, max(lengths), generator=noise, dtype=torch.float64) * size
    weights = normalise(scores, (torch.arange(max(lengths)) < n[:, None])[:, None, None])
    h = entropy(weights)
    assert h.shape == n.shape
    assert (h >= 0).all()
    assert (h <= n.log() + 1e-12).all()
    several = n > 1
    shares = entropy(weights, normalised_by=n)
    assert_close(shares[several], (h / n.log())[several])
    assert shares[~several].isnan().all(), "a text of one word is neither spread nor concentrated"


def test_known_values():
    weights = torch.tensor([[0.5, 0.5, 0.0, 0.0], [0.25, 0.25, 0.25, 0.25], [0.0, 1.0, 0.0, 0.0], [0.5, 0.25, 0.25, 0]])
    known = torch.tensor([math.log(2), math.log(4), 0.0, 1.5 * math.log(2)])
    assert_close(entropy(weights[:, None, None]), known)
    assert_close(entropy(weights[:, None, None], normalised_by=torch.tensor([4] * 4)), known / math.log(4))


def test_it_is_the_mean_over_heads_and_queries():
    weights = normalise(torch.randn(2, 3, 5, 7), None)
    each = torch.tensor(
        [[[-sum(p * math.log(p) for p in row) for row in head] for head in text] for text in weights.tolist()]
    )
    assert_close(entropy(weights), each.mean((1, 2)))


def test_its_gradient_is_its_derivative():
    scores = torch.randn(2, 1, 3, 5, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda s: entropy(normalise(s, None)), scores)


@pytest.mark.parametrize("masked", [False, True])
def test_a_weight_that_vanished_leaves_the_gradient_finite(masked):
    scores = torch.tensor([[[[0.0, 500.0, 3.0]]]], requires_grad=True)
    weights = normalise(scores, torch.tensor([True, True, False]) if masked else None)
    assert weights[0, 0, 0, 0] == 0, "too small for its type"
    entropy(weights).sum().backward()
    assert scores.grad is not None
    assert scores.grad.isfinite().all()


@given(st.lists(st.floats(0, 1) | st.just(math.nan), max_size=50))
def test_every_text_of_several_words_is_counted_once(shares):
    counts = histogram(np.array(shares))
    assert len(counts) == BINS
    assert sum(counts) == sum(not math.isnan(share) for share in shares)


def test_bins_are_equal_and_the_last_holds_its_end():
    assert histogram(np.array([0.0, 0.049, 0.05, 0.51, 1.0, 0.96, math.nan])) == [2, 1, *[0] * 7, 0, 1, *[0] * 8, 2]


def test_rounding_beyond_the_ends_is_not_lost():
    assert histogram(np.array([1.0 + 1e-7, -1e-9])) == [1, *[0] * 18, 1]
