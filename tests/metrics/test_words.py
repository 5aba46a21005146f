"""Perplexity and its interval, by hand and by drawing again."""

import math

import numpy as np
from numpy.testing import assert_allclose

from regard.metrics.words import WordScores


def some(units: int = 200) -> WordScores:
    dice = np.random.default_rng(0)
    counts = dice.integers(1, 30, units)
    right = dice.binomial(counts, 0.4)
    return WordScores(counts * dice.normal(2.0, 0.4, units), counts, right, counts)


def test_by_hand():
    found = WordScores(np.array([2.0, 4.0]), np.array([2, 1]), np.array([1, 1]), np.array([2, 1]))
    assert found.loss == 2.0
    assert math.isclose(found.perplexity, math.e**2)
    assert math.isclose(found.accuracy, 2 / 3)
    low, high = found.interval
    assert math.isclose(low * high, found.perplexity**2)
    half = 1.959963984540054 * math.sqrt((2.0**2 + 2.0**2) * 2) / 3
    assert math.isclose(math.log(high), 2.0 + half)


def test_the_interval_is_that_of_drawing_again():
    found = some()
    dice = np.random.default_rng(1)
    drawn = []
    for _ in range(2000):
        rows = dice.integers(0, len(found.counts), len(found.counts))
        drawn.append(math.exp(found.losses[rows].sum() / found.counts[rows].sum()))
    assert_allclose(found.interval, np.quantile(drawn, [0.025, 0.975]), rtol=0.01)


def test_rows_of_a_document_are_one_unit_where_there_are_many():
    found = some(60)
    joined = found.by(np.arange(60) // 2 * 3)
    assert len(joined.counts) == 30
    assert joined.counts[0] == found.counts[:2].sum()
    assert math.isclose(joined.loss, found.loss)
    assert found.by(np.zeros(60, dtype=int)) is found, "of one document its rows are"


def test_there_and_back():
    found = some(5)
    back = WordScores.from_lists(found.as_lists())
    assert_allclose(back.losses, found.losses, rtol=0)
    assert back.right.tolist() == found.right.tolist()
