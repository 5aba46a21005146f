"""Labelled texts as a source of batches."""

import numpy as np
import pytest

from regard.data.labelled_rows import LabelledRows
from regard.data.loading import Texts

LENGTHS = list(range(1, 24))


@pytest.mark.parametrize("by_length", [False, True])
def test_an_epoch_can_be_taken_up_at_any_batch(by_length):
    dice = np.random.default_rng(0)
    texts = Texts(dice.integers(0, 31, sum(LENGTHS)), np.cumsum([0, *LENGTHS]), dice.integers(0, 3, len(LENGTHS)))
    source = LabelledRows(texts=texts, batch=4, seed=5, by_length=by_length)
    all_of_it = [(batch.words[batch.tokens].tolist(), count) for batch, count in source.epoch(2, 0)]
    rest = [(batch.words[batch.tokens].tolist(), count) for batch, count in source.epoch(2, 3)]
    assert source.steps() == len(all_of_it) == 6
    assert rest == all_of_it[3:]
    assert sum(count for _, count in all_of_it) == sum(LENGTHS)
