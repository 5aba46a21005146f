"""Rankings against known words, and against each other."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score

from regard.data.examples import Labelled
from regard.explain.trust.plausible import gold_words, hits
from regard.explain.trust.stable import agreement, ranks, shuffled, spearman
from regard.runs.auditing.known import found
from regard.runs.questions import question_of

from .small import trained


def test_hits_are_counted():
    found = hits(np.array([0.1, 0.9, 0.5, 0.3]), np.array([False, True, False, True]))
    assert found is not None
    assert (found.first, found.precision, found.chance) == (1.0, 0.5, 0.5)
    assert found.average == pytest.approx((1 + 2 / 3) / 2)


@given(st.integers(0, 1000), st.integers(2, 12))
def test_average_precision_is_that_of_scikit_learn(seed, words):
    dice = np.random.default_rng(seed)
    scores, gold = dice.permutation(words).astype(float), dice.random(words) < 0.4
    found = hits(scores, gold)
    if not 0 < gold.sum() < words:
        assert found is None
    else:
        assert found.average == pytest.approx(average_precision_score(gold, scores))


def test_a_ranking_without_preferences_has_what_chance_has():
    gold = np.array([True, False, False, False])
    assert np.mean([hits(np.zeros(4), gold, seed).first for seed in range(400)]) == pytest.approx(0.25, abs=0.06)


def test_a_word_is_gold_that_shares_a_character():
    assert gold_words([(0, 3), (4, 7), (8, 9)], [(2, 5)]).tolist() == [True, True, False]


def test_agreement_with_itself_is_whole_and_with_chance_is_chance():
    dice = np.random.default_rng(0)
    scores = dice.random(60)
    same = agreement(scores, scores)
    assert (same.overlap, same.correlation) == (1.0, pytest.approx(1.0))
    blind = [agreement(scores, dice.random(60), n) for n in range(300)]
    assert np.mean([one.overlap for one in blind]) == pytest.approx(0.1, abs=0.02)
    assert np.mean([one.correlation for one in blind]) == pytest.approx(0, abs=0.03)


def test_two_equal_rankings_by_chance_are_drawn_apart():
    assert np.mean([agreement(np.zeros(40), np.zeros(40), n).overlap for n in range(200)]) < 0.2


@given(st.lists(st.integers(0, 5), min_size=3, max_size=20), st.integers(0, 99))
def test_rank_correlation_is_that_of_scipy(values, seed):
    from scipy.stats import rankdata, spearmanr

    one = np.array(values, dtype=float)
    other = np.random.default_rng(seed).permutation(one) + one
    assert ranks(one) + 1 == pytest.approx(rankdata(one))
    if len(set(values)) > 1 and len(set(other.tolist())) > 1:
        assert spearman(one, other) == pytest.approx(spearmanr(one, other).statistic)


def test_shuffled_weights_are_the_same_numbers_elsewhere():
    model = trained("attention", "vectors.width=7", "training.epochs=12").model
    other = shuffled(model, 0)
    for (name, own), theirs in zip(model.named_parameters(), other.parameters(), strict=True):
        assert torch.equal(own.flatten().sort().values, theirs.flatten().sort().values), name
    assert any(not torch.equal(a, b) for a, b in zip(model.parameters(), other.parameters(), strict=True))


def test_spaces_that_are_marked_make_no_word_gold():
    text = "a  dull   film"
    asked = question_of(trained("attention", "text.tokens=pieces", "text.size=300"), text)
    example = Labelled(text, asked.target.choice, rationale=((3, 10),), slices=("all",))
    told = found([example], [asked], [np.array([0.0, 1.0, 0.0])], 0)
    assert told is not None
    assert (told.first.value, told.chance) == (1.0, pytest.approx(1 / 3))
