"""Entropy between a single word and a plain mean, and what each word received."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.testing import assert_close

from regard.attention.core import normalise
from regard.metrics.attention import BINS, entropy, histogram, received


@given(
    st.lists(st.integers(1, 9), min_size=1, max_size=5),
    st.integers(1, 3),
    st.booleans(),
    st.integers(0, 2),
    st.sampled_from([0.1, 3.0, 1e3]),
    st.integers(0, 2**31),
)
def test_it_lies_between_nothing_and_log_n(lengths, heads, each, front, size, seed):
    n = torch.tensor(lengths)
    keys = n + front
    noise = torch.Generator().manual_seed(seed)
    longest = int(keys.max())
    scores = torch.randn(len(n), heads, longest if each else 1, longest, generator=noise, dtype=torch.float64) * size
    weights = normalise(scores, (torch.arange(longest) < keys[:, None])[:, None, None])
    h = entropy(weights, n)
    assert h.shape == n.shape
    assert (h >= 0).all()
    assert (h <= keys.log() + 1e-12).all()
    several = keys > 1
    shares = entropy(weights, n, normalised=True)
    assert_close(shares[several], (h / keys.log())[several])
    assert shares[~several].isnan().all(), "a text with one key is neither spread nor concentrated"


def test_padding_neither_asks_nor_receives():
    """Three words beside five, with CLS in front: as if the three stood alone."""
    n = torch.tensor([3, 5])
    scores = torch.randn(2, 2, 6, 6, dtype=torch.float64)
    weights = normalise(scores, (torch.arange(6) < n[:, None] + 1)[:, None, None])
    alone = weights[:1, :, :4, :4]
    assert_close(entropy(weights, n)[:1], entropy(alone, n[:1]))
    assert_close(received(weights, n)[:1, :3], received(alone, n[:1]))
    assert_close(received(alone, n[:1])[0], alone[0, :, 0].mean(0)[1:])
    assert (received(weights, n)[0, 3:] == 0).all()


def test_known_values():
    weights = torch.tensor([[0.5, 0.5, 0.0, 0.0], [0.25, 0.25, 0.25, 0.25], [0.0, 1.0, 0.0, 0.0], [0.5, 0.25, 0.25, 0]])
    known = torch.tensor([math.log(2), math.log(4), 0.0, 1.5 * math.log(2)])
    four = torch.tensor([4] * 4)
    assert_close(entropy(weights[:, None, None], four), known)
    assert_close(entropy(weights[:, None, None], four, normalised=True), known / math.log(4))


def test_it_is_the_mean_over_heads_and_queries():
    weights = normalise(torch.randn(2, 3, 7, 7), None)
    each = torch.tensor(
        [[[-sum(p * math.log(p) for p in row) for row in head] for head in text] for text in weights.tolist()]
    )
    assert_close(entropy(weights, torch.tensor([7, 7])), each.mean((1, 2)))


def test_its_gradient_is_its_derivative():
    scores = torch.randn(2, 1, 1, 5, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda s: entropy(normalise(s, None), torch.tensor([5, 5])), scores)


@pytest.mark.parametrize("masked", [False, True])
def test_a_weight_that_vanished_leaves_the_gradient_finite(masked):
    scores = torch.tensor([[[[0.0, 500.0, 3.0]]]], requires_grad=True)
    weights = normalise(scores, torch.tensor([True, True, False]) if masked else None)
    assert weights[0, 0, 0, 0] == 0, "too small for its type"
    entropy(weights, torch.tensor([3])).sum().backward()
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
