"""A batch: texts end to end over their distinct words."""

import numpy as np
import torch
from hypothesis import given
from hypothesis import strategies as st

from regard.data.batch import collate, stretches

TEXTS = st.lists(st.lists(st.integers(0, 40), min_size=1, max_size=8), min_size=1, max_size=6)


@given(TEXTS, st.sampled_from([np.int32, np.int64, np.uint16]))
def test_the_texts_can_be_read_back(texts, kind):
    ids = np.array([i for text in texts for i in text], dtype=kind)
    batch = collate(ids, np.array([len(text) for text in texts]))
    assert batch.words[batch.tokens].tolist() == ids.tolist()
    assert batch.words.tolist() == sorted({*ids.tolist()}), "each word once, ascending"
    assert batch.rows.lengths.tolist() == [len(text) for text in texts]
    assert len(batch) == len(texts)
    assert batch.labels is None


def test_everything_is_numbered_in_64_bits():
    batch = collate(np.array([3, 1], dtype=np.int32), np.array([2], dtype=np.int32), np.array([1], dtype=np.int8))
    assert batch.labels is not None
    assert {t.dtype for t in (batch.words, batch.tokens, batch.rows.lengths, batch.labels)} == {torch.int64}


def test_a_batch_moves_whole():
    batch = collate(np.array([3, 1, 3]), np.array([2, 1]), np.array([1, 0])).to(torch.device("meta"))
    assert batch.labels is not None
    assert {t.device.type for t in (batch.words, batch.tokens, batch.rows.lengths, batch.labels)} == {"meta"}


def test_stretches_lie_end_to_end_and_may_be_empty():
    nothing = np.array([], dtype=np.int64)
    assert stretches(nothing, nothing).tolist() == []
    assert stretches(np.array([5, 0, 9]), np.array([2, 0, 3])).tolist() == [5, 6, 9, 10, 11]
