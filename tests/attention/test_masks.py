"""True means "may look"; masks come from lengths and positions."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from regard.attention.masks import both, causal
from regard.attention.ragged import Ragged


@given(st.lists(st.integers(0, 7), min_size=1, max_size=5))
def test_the_first_keys_of_each_text_may_be_seen(lengths):
    mask = Ragged(torch.tensor(lengths)).key_mask
    assert mask.shape == (len(lengths), 1, 1, max(lengths))
    assert mask[:, 0, 0].tolist() == [[key < length for key in range(max(lengths))] for length in lengths]


@given(st.integers(1, 7), st.integers(0, 5))
def test_the_future_is_hidden_and_the_present_is_not(queries, past):
    keys = past + queries
    mask = causal(queries, keys)
    assert mask.shape == (1, 1, queries, keys)
    for query in range(queries):
        here = past + query
        assert mask[0, 0, query].tolist() == [key <= here for key in range(keys)]


def test_with_more_keys_than_queries_the_queries_are_the_last():
    assert causal(2, 4)[0, 0].tolist() == [[True, True, True, False], [True, True, True, True]]
    assert causal(1, 4).all()


@given(st.integers(1, 6), st.integers(0, 5))
def test_step_by_step_is_all_at_once(queries, past):
    keys = past + queries
    whole = causal(keys, keys)
    assert torch.equal(whole[:, :, past:], causal(queries, keys))


def test_both_allows_what_all_allow():
    lengths, order = Ragged(torch.tensor([3, 1])).key_mask, causal(3, 3)
    joined = both(lengths, None, order)
    assert joined is not None
    assert joined.shape == (2, 1, 3, 3)
    assert torch.equal(joined, lengths & order)
    assert both(None, None) is None
    assert both(order, None) is order
