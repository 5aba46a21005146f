"""Rows of documents and blocks of a running text: all is learned from, in an order that can be taken up anywhere."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from regard.data.loading import Texts
from regard.data.rows import Blocks, PackedRows, TextBatch, blocks_of, cut, plan_rows, rows_in_turn, steps_of
from regard.errors import Mistake

LENGTHS = st.lists(st.integers(1, 40), min_size=1, max_size=30)


def texts_of(lengths: list[int]) -> Texts:
    """Every token is a number of its own: 0, 1, 2 …"""
    return Texts(np.arange(sum(lengths), dtype=np.uint16), np.cumsum([0, *lengths]))


@given(LENGTHS, st.integers(1, 12))
def test_every_token_stands_in_one_row(lengths: list[int], longest: int) -> None:
    texts = texts_of(lengths)
    rows = cut(texts.offsets, longest, ahead=False)
    tokens = [n for start, length in zip(rows.starts, rows.lengths, strict=True) for n in range(start, start + length)]
    assert tokens == list(range(sum(lengths)))
    assert rows.lengths.min() >= 1
    assert rows.lengths.max() <= longest
    owner = np.repeat(np.arange(len(lengths)), lengths)
    assert all(len(set(owner[a : a + n])) == 1 for a, n in zip(rows.starts, rows.lengths, strict=True))


@given(LENGTHS, st.integers(1, 12))
def test_with_a_look_ahead_every_token_but_the_first_is_wanted_once(lengths: list[int], longest: int) -> None:
    texts = texts_of(lengths)
    rows = cut(texts.offsets, longest, ahead=True)
    firsts = set(texts.offsets[:-1].tolist())
    said = [n for a, length in zip(rows.starts, rows.lengths, strict=True) for n in range(a + 1, a + length)]
    assert sorted(said) == [n for n in range(sum(lengths)) if n not in firsts]
    assert len(rows) == 0 or (rows.lengths.min() >= 2 and rows.lengths.max() <= longest + 1)


def test_the_rows_of_a_document_are_about_equally_long() -> None:
    assert cut(np.array([0, 11]), 5, ahead=False).lengths.tolist() == [3, 4, 4]
    with pytest.raises(Mistake, match="rows of 0 tokens"):
        cut(np.array([0, 11]), 0, ahead=True)


@given(LENGTHS, st.integers(40, 200), st.integers(0, 3), st.booleans())
def test_a_plan_has_every_row_once_in_even_batches(
    lengths: list[int], tokens: int, epoch: int, by_length: bool
) -> None:
    sizes = np.array(lengths)
    plan = plan_rows(sizes, tokens=tokens, seed=1, epoch=epoch, by_length=by_length)
    assert sorted(np.concatenate(plan).tolist()) == list(range(len(lengths)))
    assert len(plan) == steps_of(sizes, tokens)
    held = [int(sizes[batch].sum()) for batch in plan]
    assert min(held) > 0
    assert max(held) - min(held) <= 2 * sizes.max()
    assert max(held) < max(tokens, -(-sum(lengths) // len(plan))) + sizes.max()
    again = plan_rows(sizes, tokens=tokens, seed=1, epoch=epoch, by_length=by_length)
    assert all(np.array_equal(a, b) for a, b in zip(plan, again, strict=True))


def test_epochs_and_seeds_differ_and_lengths_are_grouped() -> None:
    sizes = np.random.default_rng(0).integers(1, 40, 500)
    plans = [plan_rows(sizes, tokens=100, seed=s, epoch=e) for s, e in ((0, 0), (0, 1), (1, 0))]
    assert len({tuple(np.concatenate(plan).tolist()) for plan in plans}) == 3
    spread = [
        np.mean([np.ptp(sizes[batch]) for batch in plan_rows(sizes, tokens=100, seed=0, epoch=0, by_length=kind)])
        for kind in (False, True)
    ]
    assert spread[1] < spread[0] / 4


def test_a_batch_too_small_for_a_row_is_refused() -> None:
    with pytest.raises(Mistake, match="a batch of 10 tokens cannot hold a row of 11"):
        steps_of(np.array([11, 3]), 10)


def sources() -> dict[str, PackedRows | Blocks]:
    texts = texts_of([30, 7, 1, 55, 12, 12])
    return {
        "rows": PackedRows(texts=texts, longest=8, tokens=24, seed=3),
        "rows without": PackedRows(texts=texts, longest=8, tokens=24, seed=3, ahead=False, by_length=True),
        "blocks": Blocks(texts=texts, context=9, batch=3, seed=3, count=5),
    }


@pytest.mark.parametrize("name", sources())
def test_an_epoch_can_be_taken_up_at_any_batch(name: str) -> None:
    source = sources()[name]
    whole = list(source.epoch(2, 0))
    assert len(whole) == source.steps() > 3
    for start in range(source.steps()):
        rest = list(sources()[name].epoch(2, start))
        assert len(rest) == len(whole) - start
        for (batch, read), (other, other_read) in zip(whole[start:], rest, strict=True):
            assert torch.equal(batch.tokens, other.tokens)
            assert torch.equal(batch.rows.lengths, other.rows.lengths)
            assert read == other_read
    assert not torch.equal(whole[0][0].tokens, next(source.epoch(3, 0))[0].tokens)


def test_a_lesson_is_each_token_and_the_one_after_it() -> None:
    for batch, read in sources()["rows"].epoch(0, 0):
        lesson = batch.lesson
        assert batch.tokens.dtype == torch.long
        assert len(lesson.tokens) == len(lesson.wanted) == int(lesson.rows.lengths.sum()) == read
        assert torch.equal(lesson.wanted, lesson.tokens + 1)
        assert lesson.rows.lengths.max() <= 8
    one = TextBatch(torch.tensor([5, 6, 7, 1, 2]), sources_rows([3, 2])).lesson
    assert one.tokens.tolist() == [5, 6, 1]
    assert one.wanted.tolist() == [6, 7, 2]
    assert one.rows.lengths.tolist() == [2, 1]


def sources_rows(lengths: list[int]):
    from regard.attention.ragged import Ragged

    return Ragged(torch.tensor(lengths))


def test_blocks_run_on_over_the_ends_of_documents() -> None:
    source = sources()["blocks"]
    for batch, read in source.epoch(0, 0):
        assert read == 27
        assert batch.rows.even
        rows = batch.tokens.view(3, 10)
        assert torch.equal(rows - rows[:, :1], torch.arange(10).expand(3, 10))
        assert rows.max() < 117
    assert Blocks(texts=texts_of([100]), context=9, batch=3, seed=3).steps() == 3
    with pytest.raises(Mistake, match="9 tokens, too few for a block of 9"):
        Blocks(texts=texts_of([9]), context=9, batch=3, seed=3)


def test_a_block_can_begin_anywhere() -> None:
    source = Blocks(texts=texts_of([7]), context=5, batch=50, seed=0, count=2)
    batch, _ = next(source.epoch(0, 0))
    assert set(batch.tokens.view(50, 6)[:, 0].tolist()) == {0, 1}


def test_in_turn_all_rows_come_once() -> None:
    texts = texts_of([30, 7, 1, 55])
    rows = cut(texts.offsets, 8, ahead=True)
    batches = list(rows_in_turn(texts.ids, rows, 20))
    assert sorted(np.concatenate([chosen for chosen, _ in batches]).tolist()) == list(range(len(rows)))
    assert max(batch.rows.longest * len(batch) for _, batch in batches) <= 20
    assert blocks_of(21, 10).starts.tolist() == [0, 10]
    assert blocks_of(21, 10).lengths.tolist() == [11, 11]


def test_texts_of_single_tokens_teach_nothing() -> None:
    with pytest.raises(Mistake, match="too short to learn from"):
        PackedRows(texts=texts_of([1, 1]), longest=8, tokens=24, seed=3)
