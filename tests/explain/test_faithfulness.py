import itertools
import json
import math

import numpy as np
import pytest

from regard.explain.cut import WAYS, Cut
from regard.explain.trust import faithfulness
from regard.explain.trust.deletion import SHARES, count_of, ranked, taken, variants
from regard.explain.trust.faithfulness import faithful, gives, normalised

from .linear import asked

WORTH = [0.1, 2.0, -0.5, 0.7, 0.3, 0.9]


def by_hand(worth, order, shares=SHARES) -> tuple[float, float]:
    """Comprehensiveness and sufficiency of a linear answer, from the definition."""
    full = sum(worth)
    gone, alone = [], []
    for share in shares:
        first = order[: max(1, math.ceil(share * len(worth) - 1e-9))]
        kept = sum(worth[word] for word in first)
        gone.append((full - (full - kept)) / full)
        alone.append(kept / full)
    return float(np.mean(gone)), float(np.mean(alone))


@pytest.mark.parametrize("way", WAYS)
def test_figures_are_those_of_the_definition(way):
    scores = np.array([3.0, 1.0, 2.0, 6.0, 5.0, 4.0])
    order = [3, 4, 5, 0, 2, 1]
    found = faithful(asked(WORTH), scores).as_json()[way]
    comprehensiveness, sufficiency = by_hand(WORTH, order)
    assert found["comprehensiveness"] == pytest.approx(comprehensiveness)
    assert found["sufficiency"] == pytest.approx(sufficiency)
    assert found["drop"] == pytest.approx(sum(WORTH))


def test_both_figures_are_counted_from_the_empty_text_up():
    comprehensiveness, sufficiency = normalised(0.9, 0.4, np.array([0.5, 0.7, 0.8, 0.6]))
    assert float(comprehensiveness) == pytest.approx(0.9 - (0.5 + 0.7) / 2)
    assert float(sufficiency) == pytest.approx((0.8 + 0.6) / 2 - 0.4)


def test_no_order_is_more_comprehensive_than_the_truth_of_a_linear_model():
    truth = faithful(asked(WORTH), np.array(WORTH), draws=2).erasures[0]
    best = max(by_hand(WORTH, order)[0] for order in itertools.permutations(range(len(WORTH))))
    assert truth.explained.comprehensiveness == pytest.approx(best)
    assert truth.reference is not None
    assert truth.reference.comprehensiveness == pytest.approx(best)
    worst = faithful(asked(WORTH), -np.array(WORTH), draws=2).erasures[0]
    assert worst.explained.comprehensiveness == pytest.approx(
        min(by_hand(WORTH, order)[0] for order in itertools.permutations(range(len(WORTH))))
    )


def test_random_orders_find_what_their_share_of_the_words_is_worth():
    worth = np.random.default_rng(0).normal(0.3, 1.0, 60).tolist()
    found = faithful(asked(worth), np.array(worth), draws=400).erasures[0]
    share = np.mean([count_of(one, 60) / 60 for one in SHARES])
    assert found.random.comprehensiveness == pytest.approx(share, abs=0.05)
    assert found.random.sufficiency == pytest.approx(share, abs=0.05)
    low, high = found.comprehensiveness_interval
    assert low < found.random.comprehensiveness < high < found.explained.comprehensiveness


def test_an_explanation_without_preferences_is_one_of_the_random_ones():
    worth = np.random.default_rng(1).normal(0.3, 1.0, 40).tolist()
    inside = 0
    for seed in range(40):
        found = faithful(asked(worth, hole=None), np.ones(40), seed=seed, draws=30, exact=False).erasures[0]
        low, high = found.comprehensiveness_interval
        inside += low <= found.explained.comprehensiveness <= high
    assert inside >= 34


def test_equal_scores_favour_no_place():
    firsts = {int(ranked(np.zeros(8), seed)[0]) for seed in range(60)}
    assert firsts == set(range(8))


@pytest.mark.parametrize(
    ("full", "empty", "does"),
    [(0.9, 0.5, True), (0.55, 0.5, False), (0.5, 0.9, False), (0.02, 0.0001, True), (-2.0, -2.1, False), (0, 0, False)],
)
def test_what_a_text_gives_is_a_share_of_what_is_asked(full, empty, does):
    assert gives(full, empty) == does


@pytest.mark.parametrize(("worth", "against"), [(WORTH, False), ([-1.0, -2.0], True), ([0.0, 0.0], False)])
def test_it_is_told_whether_a_text_speaks_against_what_is_explained(worth, against):
    found = faithful(asked(worth), np.array(worth)).as_json()
    assert [found[way]["against"] for way in WAYS] == [against, against]


def test_nothing_is_divided_by_a_drop_of_nothing(monkeypatch):
    monkeypatch.setattr(faithfulness, "gives", lambda full, empty: False)
    found = faithful(asked(WORTH), np.ones(6)).as_json()["left-out"]
    assert found["comprehensiveness"] is None
    assert found["random"]["comprehensiveness_interval"] is None
    assert found["drop"] == pytest.approx(sum(WORTH))


def test_a_model_without_a_hole_has_words_left_out_only():
    found = faithful(asked(WORTH, hole=None), np.array(WORTH)).as_json()
    assert "left-out" in found
    assert "hole" not in found
    assert json.loads(json.dumps(found)) == found


def test_a_word_goes_as_a_whole():
    cut = Cut(np.array([5, 6, 7, 8]), np.array([0, 1, 1, -1]), 2, hole=1, nothing=(9,))
    assert cut.without([1], "left-out").tolist() == [5, 8]
    assert cut.without([1], "hole").tolist() == [5, 1, 1, 8]
    assert cut.without([0, 1], "left-out").tolist() == [8]
    assert Cut(np.array([5]), np.array([0]), 1, nothing=(9,)).without([0], "left-out").tolist() == [9]


@pytest.mark.parametrize("way", WAYS)
def test_variants_are_the_text_without_what_is_taken(way):
    word = np.array([-1, 0, 0, 1, 2, 3, 3, 4, -1])
    cut = Cut(np.arange(10, 19), word, 5, hole=1, nothing=(9,))
    order = np.array([3, 0, 4, 1, 2])
    found = [one.tolist() for one in variants(cut, order, way)]
    assert found == [cut.without(gone, way).tolist() for gone in taken(order)]


def test_shares_of_words_are_at_least_one_word():
    assert [count_of(share, 10) for share in (0.05, 0.1, 0.2, 0.5, 1.0)] == [1, 1, 2, 5, 10]
    assert taken(np.array([2, 0, 1]), (0.4,)) == [[2, 0], [1]]
