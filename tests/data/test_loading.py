"""The order of texts is a pure function of seed and epoch, and misses none."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regard.data.loading import POOL, Texts, in_turn, kept, original_order, plan, turns

SEEDS = st.integers(0, 2**31)
LENGTHS = st.lists(st.integers(1, 30), min_size=1, max_size=80).map(np.array)


def some(lengths: list[int], seed: int = 0) -> Texts:
    dice = np.random.default_rng(seed)
    return Texts(dice.integers(0, 50, sum(lengths)), np.cumsum([0, *lengths]), dice.integers(0, 3, len(lengths)))


def read(texts: Texts, number: int) -> list[int]:
    return texts.ids[texts.offsets[number] : texts.offsets[number + 1]].tolist()


@given(LENGTHS, st.integers(1, 9), SEEDS, st.integers(0, 5), st.booleans())
def test_an_epoch_holds_every_text_exactly_once(lengths, batch, seed, epoch, by_length):
    batches = plan(lengths, batch=batch, seed=seed, epoch=epoch, by_length=by_length)
    assert sorted(np.concatenate(batches).tolist()) == list(range(len(lengths)))
    assert len(batches) == -(-len(lengths) // batch)
    assert sorted(map(len, batches))[1:] == [batch] * (len(batches) - 1), "at most one batch is short"


@pytest.mark.parametrize("by_length", [False, True])
def test_the_order_is_a_function_of_seed_and_epoch(by_length):
    lengths = np.random.default_rng(0).integers(1, 100, 300)

    def order(seed: int, epoch: int) -> list[int]:
        np.random.rand(seed + epoch)  # what others draw does not matter
        return np.concatenate(plan(lengths, batch=7, seed=seed, epoch=epoch, by_length=by_length)).tolist()

    orders = [order(seed, epoch) for seed in range(3) for epoch in range(3)]
    assert orders == [order(seed, epoch) for seed in range(3) for epoch in range(3)]
    assert len({tuple(order) for order in orders}) == 9


def padding(lengths: np.ndarray, batches: list[np.ndarray]) -> int:
    return sum(int(lengths[chosen].max() * len(chosen) - lengths[chosen].sum()) for chosen in batches)


def test_by_length_wastes_little_padding_and_stays_random():
    lengths = np.random.default_rng(0).integers(1, 400, 3000)
    free = plan(lengths, batch=32, seed=1, epoch=0, by_length=False)
    sorted_ = plan(lengths, batch=32, seed=1, epoch=0, by_length=True)
    assert padding(lengths, sorted_) < 0.1 * padding(lengths, free)
    longest = [lengths[chosen].max() for chosen in sorted_]
    rising = np.mean(np.diff(longest) > 0)
    assert 0.3 < rising < 0.7, "batches come in no order of length"
    again = plan(lengths, batch=32, seed=1, epoch=1, by_length=True)
    assert {frozenset(chosen.tolist()) for chosen in sorted_}.isdisjoint(frozenset(c.tolist()) for c in again)
    assert len(lengths) > 32 * POOL, "more than one pool was sorted"


@given(LENGTHS, st.integers(1, 100), SEEDS)
def test_in_turn_reads_every_text_once_and_knows_which(lengths, tokens, seed):
    texts = some(lengths.tolist(), seed)
    assert texts.labels is not None
    seen: list[int] = []
    for chosen, batch in in_turn(texts, tokens):
        assert batch.labels is not None
        assert batch.labels.tolist() == texts.labels[chosen].tolist()
        parts = batch.words[batch.tokens].split(batch.rows.lengths.tolist())
        assert [part.tolist() for part in parts] == [read(texts, number) for number in chosen]
        padded = len(chosen) * batch.rows.longest
        assert padded <= tokens or len(chosen) == 1, "a batch keeps to its size, unless one text alone is longer"
        seen += chosen.tolist()
    assert sorted(seen) == list(range(len(texts)))
    assert [lengths[number] for number in seen] == sorted(lengths, reverse=True), "longest first"


@given(st.integers(0, 200), st.integers(1, 60))
def test_a_long_text_keeps_its_first_third_and_last_two_thirds(length, longest):
    which = kept(length, longest).tolist()
    if length <= longest:
        assert which == list(range(length))
    else:
        head = longest // 3
        assert len(which) == longest
        assert which == [*range(head), *range(length - (longest - head), length)]


def test_without_a_limit_all_is_kept():
    assert kept(1000, 0).tolist() == list(range(1000))


@given(st.lists(st.integers(1, 30), min_size=1, max_size=8), st.integers(0, 12), SEEDS)
def test_cropped_texts_are_what_is_kept_of_each(lengths, longest, seed):
    texts = some(lengths, seed)
    short = texts.cropped(longest)
    assert len(short) == len(texts)
    for number, length in enumerate(lengths):
        whole = read(texts, number)
        assert read(short, number) == [whole[i] for i in kept(length, longest)]
    assert short.labels is texts.labels


@given(LENGTHS, SEEDS, st.data())
def test_chosen_texts_make_a_batch_in_the_order_of_choice(lengths, seed, data):
    texts = some(lengths.tolist(), seed)
    chosen = data.draw(st.lists(st.integers(0, len(texts) - 1), min_size=1, max_size=9))
    batch = texts.batch(np.array(chosen))
    parts = batch.words[batch.tokens].split(batch.rows.lengths.tolist())
    assert [part.tolist() for part in parts] == [read(texts, number) for number in chosen]


@given(LENGTHS, st.integers(1, 100))
def test_what_was_found_in_turn_is_put_back_into_the_order_of_the_texts(lengths, tokens):
    chosen = list(turns(lengths, tokens))
    names = np.array([f"text {number}" for number in range(len(lengths))])
    found = np.concatenate([names[rows] for rows in chosen])
    assert found[original_order(chosen)].tolist() == names.tolist()
