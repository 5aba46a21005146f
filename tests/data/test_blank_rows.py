"""Rows with blanks: framed, complete, taken up at any batch, and the same whenever they must be."""

import numpy as np
import pytest

from regard.data.blank_rows import BlankRows
from regard.data.loading import Texts
from regard.data.noise import Lexicon
from regard.data.sentence_pairs import Sentences
from regard.errors import Mistake

PAD, CLS, SEP, MASK, WORDS = 0, 1, 2, 3, 60
LENGTHS = [3, 9, 14, 1, 6, 20, 8, 5]


def rows(**settings) -> BlankRows:
    dice = np.random.default_rng(0)
    texts = Texts(dice.integers(4, WORDS, sum(LENGTHS)).astype(np.uint16), np.cumsum([0, *LENGTHS]))
    usual = {"texts": texts, "longest": 10, "tokens": 24, "seed": 3, "rate": 0.3}
    return BlankRows(lexicon=Lexicon(WORDS, MASK, (PAD, CLS, SEP)), front=CLS, between=SEP, **usual | settings)


def told(batch) -> list:
    return [part.tolist() for part in (batch.tokens, batch.rows.lengths, batch.places, batch.wanted)]


def restored(batch) -> list[list[int]]:
    """What the rows were before words were hidden."""
    whole = batch.tokens.clone()
    whole[batch.places] = batch.wanted
    return [row.tolist() for row in whole.split(batch.rows.lengths.tolist())]


def test_every_token_is_read_once_an_epoch():
    made = rows()
    batches = [batch for batch, _ in made.epoch(1, 0)]
    assert len(batches) == made.steps()
    every = [row for batch in batches for row in restored(batch)]
    assert all(row[0] == CLS and row[-1] == SEP and len(row) <= 10 for row in every)
    inner = sorted(token for row in every for token in row[1:-1])
    assert inner == sorted(made.texts.ids.tolist())


def test_rows_are_grouped_by_length_only_where_that_is_asked_for():
    lengths = np.random.default_rng(0).integers(1, 60, 400)
    texts = Texts(np.full(lengths.sum(), 4, dtype=np.uint16), np.cumsum([0, *lengths]))
    spread = {}
    for by_length in (True, False):
        made = rows(texts=texts, by_length=by_length, longest=64, tokens=128)
        batches = [batch for batch, _ in made.epoch(0, 0)]
        assert sorted(len(row) - 2 for batch in batches for row in restored(batch)) == sorted(lengths.tolist())
        spread[by_length] = np.mean([np.ptp(batch.rows.lengths.numpy()) for batch in batches])
    assert spread[True] < spread[False] / 4


def test_an_epoch_can_be_taken_up_at_any_batch_and_the_next_is_another():
    made = rows()
    whole = [told(batch) for batch, _ in made.epoch(1, 0)]
    assert [told(batch) for batch, _ in made.epoch(1, 2)] == whole[2:]
    assert [told(batch) for batch, _ in made.epoch(2, 0)] != whole


def blanks_of(made: BlankRows, epoch: int) -> dict[tuple[int, ...], list[int]]:
    found = {}
    for batch, _ in made.epoch(epoch, 0):
        read = batch.tokens.split(batch.rows.lengths.tolist())
        for row, seen in zip(restored(batch), read, strict=True):
            found[tuple(row)] = seen.tolist()
    return found


def test_static_blanks_come_back_every_tenth_time():
    static, moving = rows(static=True), rows()
    assert blanks_of(static, 1) == blanks_of(static, 11) != blanks_of(static, 2)
    assert blanks_of(moving, 1) != blanks_of(moving, 11)


def test_what_is_measured_on_is_the_same_each_time():
    made = rows()
    one, again = ([(chosen.tolist(), told(batch)) for chosen, batch in made.in_turn(16)] for _ in range(2))
    assert one == again
    assert sorted(number for chosen, _ in one for number in chosen) == list(range(len(made.owners())))
    offsets = made.texts.offsets
    assert [int((made.owners() == text).sum()) for text in range(len(LENGTHS))] == [
        -(-length // 8) for length in np.diff(offsets)
    ]


@pytest.mark.parametrize("second", ["next", "order"])
def test_pairs_have_segments_and_as_many_batches_in_every_epoch(second):
    lengths = np.array([1, 2, 3, 3, 3, 5, 4, 5, 1, 2, 4, 7, 7, 6, 4, 4, 2, 3])
    counts = np.array([2, 3, 3, 1, 2, 3, 2, 2])
    made = rows(second=second, sentences=Sentences(lengths, counts), longest=16, tokens=20)
    for epoch in range(6):
        batches = [batch for batch, _ in made.epoch(epoch, 0)]
        assert len(batches) == made.steps()
        for batch in batches:
            assert batch.apart is not None
            assert batch.segments is not None
            for row, piece in zip(restored(batch), batch.segments.split(batch.rows.lengths.tolist()), strict=True):
                first = row.index(SEP)
                assert row.count(SEP) == 2
                assert piece.tolist() == [0] * (first + 1) + [1] * (len(row) - first - 1)


def test_impossible_rows_are_mistakes():
    with pytest.raises(Mistake, match="rows of 2 tokens hold nothing beside CLS and SEP"):
        rows(longest=2)
    with pytest.raises(Mistake, match="a batch of 9 tokens cannot hold a row of 10"):
        rows(tokens=9)


def test_rows_that_are_only_read_in_turn_need_no_size_of_batches():
    read = [(chosen.tolist(), told(batch)) for chosen, batch in rows(tokens=None).in_turn(30)]
    assert read == [(chosen.tolist(), told(batch)) for chosen, batch in rows().in_turn(30)]
    with pytest.raises(AssertionError, match="batches to learn from have a size"):
        next(rows(tokens=None).epoch(0, 0))
