"""Noisy rows and what they were: nothing of the clean text is lost, what is missing is known."""

import numpy as np
import pytest
import torch

from regard.data.loading import Texts
from regard.data.noisy_rows import NoisyRows
from regard.data.sentence_pairs import Sentences

BEGIN, END, MASK = 1, 2, 3
LENGTHS = [7, 12, 1, 5, 30]


def rows(**settings) -> NoisyRows:
    ids = np.arange(10, 10 + sum(LENGTHS)).astype(np.uint16)
    usual = {"longest": 14, "tokens": 40, "seed": 1, "rate": 0.4}
    return NoisyRows(texts=Texts(ids, np.cumsum([0, *LENGTHS])), begin=BEGIN, end=END, mask=MASK, **usual | settings)


def sides(batch) -> list[tuple[list[int], list[int], list[int]]]:
    """Of each row: what is read, what is wanted, and which of that is missing."""
    found = []
    for row in range(len(batch)):
        read, said = batch.pairs.source, batch.pairs.target
        source = read.ids[row, : read.rows.lengths[row]].tolist()
        target = said.ids[row, : said.rows.lengths[row]].tolist()
        wanted = torch.tensor(target[1:])
        found.append((source, target, wanted[batch.missing[row, : len(wanted)]].tolist()))
    return found


def test_the_clean_text_is_what_it_was_and_the_missing_is_not_read():
    made = rows()
    every = [one for batch, _ in made.epoch(0, 0) for one in sides(batch)]
    assert sorted(token for _, target, _ in every for token in target[1:-1]) == made.texts.ids.tolist()
    assert any(missing for _, _, missing in every)
    for source, target, missing in every:
        assert (source[0], source[-1], target[0], target[-1]) == (BEGIN, END, BEGIN, END)
        read = [token for token in source[1:-1] if token != MASK]
        assert read == [token for token in target[1:-1] if token not in missing], "in its order"
        assert set(target[1:-1]) == set(read) | set(missing)


def test_shuffled_sentences_keep_their_words_together():
    sentences = Sentences(np.array([3, 4, 5, 5, 2, 1, 5, 10, 10, 10]), np.array([2, 3, 1, 1, 3]))
    made = rows(sentences=sentences, rate=0.0)
    shuffled = 0
    for batch, _ in made.epoch(0, 0):
        for source, target, missing in sides(batch):
            assert sorted(source[1:-1]) == target[1:-1]
            assert not missing
            shuffled += source != target
            whole = "".join(map(chr, source))
            for start, stop in zip(sentences.edges[:-1], sentences.edges[1:], strict=True):
                inside = [token for token in range(10 + start, 10 + stop) if token in target]
                assert "".join(map(chr, inside)) in whole
    assert shuffled


def test_missing_words_are_known_behind_shuffled_sentences():
    sentences = Sentences(np.array([3, 4, 5, 5, 2, 1, 5, 10, 10, 10]), np.array([2, 3, 1, 1, 3]))
    for batch, _ in rows(sentences=sentences).epoch(2, 0):
        for source, target, missing in sides(batch):
            assert set(missing) == set(target[1:-1]) - set(source)


def test_an_epoch_can_be_taken_up_and_measuring_is_the_same_each_time():
    made = rows()
    whole = [sides(batch) for batch, _ in made.epoch(3, 0)]
    assert [sides(batch) for batch, _ in made.epoch(3, 1)] == whole[1:]
    assert len(whole) == made.steps() > 1
    one, again = ([(chosen.tolist(), sides(batch)) for chosen, batch in made.in_turn(30)] for _ in range(2))
    assert one == again
    assert made.owners().tolist() == [0, 1, 2, 3, 4, 4, 4]


def test_a_noisy_text_never_outgrows_its_places():
    for batch, _ in rows(mean=0.05, rate=0.9).epoch(0, 0):
        assert int(batch.pairs.source.rows.lengths.max()) <= 14


def test_rows_that_are_only_read_in_turn_need_no_size_of_batches():
    read = [(chosen.tolist(), sides(batch)) for chosen, batch in rows(tokens=None).in_turn(30)]
    assert read == [(chosen.tolist(), sides(batch)) for chosen, batch in rows().in_turn(30)]
    with pytest.raises(AssertionError, match="batches to learn from have a size"):
        next(rows(tokens=None).epoch(0, 0))
