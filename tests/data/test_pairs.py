"""Pairs in batches: what they hold, how they are ordered, how little is padded."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from regard.data.loading import Texts
from regard.data.pairs import PairBatch, PairTexts, padded, plan_pairs, sources_in_turn
from regard.errors import Mistake


def texts(*rows: list[int]) -> Texts:
    return Texts(np.array([token for row in rows for token in row]), np.cumsum([0, *map(len, rows)]))


PAIRS = PairTexts(texts([5, 6, 7], [8], [0, 9], [4, 4, 4, 4]), texts([1, 2], [1, 3, 4, 2], [1, 0, 2], [1, 5, 6, 7, 2]))


def test_a_batch_holds_the_chosen_pairs_in_their_order():
    batch = PAIRS.batch(np.array([2, 0, 1]))
    assert batch.source.ids.tolist() == [[0, 9, 0], [5, 6, 7], [8, 0, 0]]
    assert batch.source.rows.lengths.tolist() == [2, 3, 1]
    assert batch.target.ids.tolist() == [[1, 0, 2, 0], [1, 2, 0, 0], [1, 3, 4, 2]]
    assert batch.target.rows.lengths.tolist() == [3, 2, 4]
    assert len(batch) == 3


def test_what_is_given_and_what_is_wanted():
    batch = PAIRS.batch(np.array([1, 2]))
    assert batch.given.tolist() == [[1, 3, 4], [1, 0, 2]]
    assert batch.wanted.tolist() == [[3, 4, 2], [0, 2, 0]]
    assert batch.wanted_mask.tolist() == [[True, True, True], [True, True, False]]


def test_another_device():
    moved: PairBatch = PAIRS.batch(np.array([1])).to(torch.device("meta"))
    assert moved.source.ids.device.type == moved.target.rows.lengths.device.type == "meta"


def test_memory_mapped_numbers_of_any_size_will_do():
    small = Texts(np.array([3, 4, 5], dtype=np.uint16), np.array([0, 1, 3], dtype=np.int32))
    assert padded(small, np.array([1, 0])).ids.tolist() == [[4, 5], [3, 0]]


def test_every_sentence_needs_its_counterpart():
    with pytest.raises(Mistake, match="1 source sentences for 2 target sentences"):
        PairTexts(texts([1]), texts([1], [2]))


LENGTHS = st.lists(st.tuples(st.integers(1, 30), st.integers(2, 30)), min_size=1, max_size=200)


@given(lengths=LENGTHS, tokens=st.integers(1, 200), seed=st.integers(0, 5))
def test_every_pair_once_within_the_budget(lengths, tokens, seed):
    source, target = np.array(lengths).T
    plan = plan_pairs(source, target, tokens=tokens, seed=seed, epoch=0)
    assert sorted(np.concatenate(plan).tolist()) == list(range(len(lengths)))
    for chosen in plan:
        assert len(chosen) == 1 or len(chosen) * max(source[chosen].max(), target[chosen].max()) <= tokens


@given(lengths=LENGTHS, tokens=st.integers(1, 200))
def test_every_epoch_has_equally_many_batches(lengths, tokens):
    source, target = np.array(lengths).T
    plans = [plan_pairs(source, target, tokens=tokens, seed=s, epoch=e) for s, e in ((0, 0), (0, 1), (1, 0))]
    assert len({len(plan) for plan in plans}) == 1


def realistic(count: int = 20_000) -> tuple[np.ndarray, np.ndarray]:
    """Lengths as of captions: sources of a dozen tokens, targets about as long."""
    dice = np.random.default_rng(0)
    source = 3 + dice.poisson(11, count)
    return source, np.maximum(2, np.round(source * dice.normal(1.1, 0.15, count)).astype(int) + 2)


def test_little_is_padding():
    source, target = realistic()
    plan = plan_pairs(source, target, tokens=4096, seed=0, epoch=0)
    rooms = [sum(len(chosen) * lengths[chosen].max() for chosen in plan) for lengths in (source, target)]
    assert 1 - target.sum() / rooms[1] < 0.02
    assert 1 - (source.sum() + target.sum()) / sum(rooms) < 0.05
    filled = [len(chosen) * max(source[chosen].max(), target[chosen].max()) for chosen in plan]
    assert np.mean(filled) > 0.9 * 4096


def test_the_order_is_random_and_a_function_of_seed_and_epoch():
    source, target = realistic(2000)
    plans = [plan_pairs(source, target, tokens=500, seed=s, epoch=e) for s, e in ((3, 1), (3, 1), (3, 2), (4, 1))]
    flat = [np.concatenate(plan).tolist() for plan in plans]
    assert flat[0] == flat[1]
    assert flat[0] != flat[2]
    assert flat[0] != flat[3]
    heights = [target[chosen].mean() for chosen in plans[0]]
    assert abs(np.corrcoef(heights, np.arange(len(heights)))[0, 1]) < 0.4
    together = [{frozenset(chosen.tolist()) for chosen in plan} for plan in plans]
    assert len(together[0] & together[2]) < len(together[0]) / 4


def test_a_budget_of_nothing_is_a_mistake():
    with pytest.raises(Mistake, match="batches of 0 tokens: set a batch to hold at least one"):
        plan_pairs(np.array([1]), np.array([2]), tokens=0, seed=0, epoch=0)


def test_sources_come_once_each_the_longest_first():
    found = list(sources_in_turn(PAIRS.source, tokens=5))
    assert [chosen.tolist() for chosen, _ in found] == [[3], [0], [2, 1]]
    assert [text.ids.tolist() for _, text in found] == [[[4, 4, 4, 4]], [[5, 6, 7]], [[0, 9], [8, 0]]]
