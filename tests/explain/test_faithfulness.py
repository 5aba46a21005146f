import itertools
import json
import math

import numpy as np
import pytest

from regard.explain.cut import WAYS, Cut
from regard.explain.trust.deletion import SHARES, at_random, count_of, ranked, settled, taken, variants
from regard.explain.trust.erasure import Erasure, averaged, normalised
from regard.explain.trust.faithfulness import DRAWS, faithful, of_several

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
    low, high = found.lost_interval
    assert low < found.random.lost < high < found.explained.lost
    assert found.verdict == "better"


@pytest.mark.parametrize("shape", ["even", "skewed"])
def test_an_order_by_chance_is_told_apart_from_chance_as_seldom_as_is_said(shape):
    """2.5 % better and 2.5 % worse, however skewed random orders are: here a word or two have nearly all the worth."""
    dice = np.random.default_rng(1)
    worth = dice.exponential(1.0, 20) ** 4 if shape == "skewed" else dice.normal(0.3, 1.0, 20)
    question = asked(worth.tolist(), hole=None)
    found = [
        faithful(question, np.random.default_rng((7, n)).random(20), seed=n, exact=False).erasures[0].verdict
        for n in range(600)
    ]
    assert 0.008 < found.count("better") / 600 < 0.045
    assert 0.008 < found.count("worse") / 600 < 0.045


@pytest.mark.parametrize("worth", [WORTH, np.random.default_rng(2).normal(0.3, 1.0, 25).tolist()])
def test_words_that_weigh_alike_are_worth_what_chance_is(worth):
    """No draw among them can make an explanation that names none better than chance, nor worse."""
    question = asked(worth)
    found = faithful(question, np.full(len(worth), 0.25))
    for erasure in found.erasures:
        assert erasure.mine == pytest.approx(erasure.random.removed + erasure.random.kept)
        assert found.verdict(erasure) == "equal"


def test_of_words_alike_no_place_is_favoured():
    """The second word is named, then three alike of which one more is taken: the mean over which."""
    worth = [1.0, 5.0, 2.0, 3.0, 0.0, 0.0]
    scores = np.array([1.0, 2.0, 1.0, 1.0, 0.0, 0.0])
    found = faithful(asked(worth), scores, shares=(1 / 3,), draws=999, exact=False).erasures[0]
    assert found.explained.lost == pytest.approx(5 + (1 + 2 + 3) / 3, abs=0.1)
    order = settled(scores, at_random(6, 0))
    assert order[0] == 1
    assert set(order[1:4].tolist()) == {0, 2, 3}


@pytest.mark.parametrize(
    ("worth", "ids", "verdict"),
    [
        ([1.0], None, "one"),
        ([1.0, 1.0, 1.0], [1, 1, 1], "one"),
        ([3.0, 1.0, 2.0, 4.0, 5.0], None, "few"),
        ([0.001, 0.002, 0.0, 0.001, 0.0, 0.001, 0.0], None, "unmoved"),
    ],
)
def test_it_is_told_why_an_order_cannot_be_told_from_chance(worth, ids, verdict):
    question = asked(worth)
    if ids:
        question.ids[:] = ids
    found = faithful(question, np.array(worth))
    assert [found.verdict(one) for one in found.erasures] == [verdict, verdict]
    assert found.as_json()["hole"]["verdict"] == verdict


def test_the_range_is_one_in_which_another_order_falls_19_times_in_20():
    question = asked(np.random.default_rng(3).exponential(1.0, 30).tolist(), hole=None)
    values = faithful(question, np.arange(30.0), draws=DRAWS, exact=False).erasures[0]
    assert DRAWS + 1 == 2 / 0.05
    each = values.full - values.chance[:, : len(SHARES)].mean(1)
    assert values.lost_interval == (each.min(), each.max())
    many = faithful(question, np.arange(30.0), draws=399, exact=False).erasures[0]
    each = np.sort(many.full - many.chance[:, : len(SHARES)].mean(1))
    assert many.lost_interval == (each[9], each[-10])


def test_equal_scores_favour_no_place():
    firsts = {int(ranked(np.zeros(8), seed)[0]) for seed in range(60)}
    assert firsts == set(range(8))


def erasure(full: float, empty: float, removed: float, *, contrast: bool = False) -> Erasure:
    """One in which whatever is taken away, or stands alone, leaves the same."""
    values = np.full(2, removed)
    return Erasure(
        way="left-out",
        full=full,
        empty=empty,
        mine=values,
        chance=np.stack([values] * 3),
        exact=None,
        contrast=contrast,
    )


@pytest.mark.parametrize(
    ("full", "empty", "removed", "contrast", "does"),
    [
        (0.9, 0.5, 0.7, False, True),
        (0.55, 0.5, 0.5, False, False),
        (0.5, 0.9, 0.5, False, False),
        (0.02, 0.0001, 0.01, False, True),
        (0.0, 0.0, 0.0, False, False),
        (0.05, 0.02, 0.9, False, False),
        (0.16, 0.08, 0.1, True, False),
        (1.2, 0.2, 0.5, True, True),
        (-1.0, -3.0, -2.0, True, True),
        (0.5, 0.2, -6.0, True, False),
    ],
)
def test_nothing_is_divided_by_a_way_that_is_short_beside_all_that_is_tried(full, empty, removed, contrast, does):
    """Of a probability a tenth, of a difference of logits a fifth of one, and a tenth of what any words move."""
    found = erasure(full, empty, removed, contrast=contrast)
    assert found.gives is does
    assert (found.explained.comprehensiveness is not None) is does
    if does:
        assert abs(found.explained.comprehensiveness) <= 10


@pytest.mark.parametrize(("worth", "against"), [(WORTH, False), ([-1.0, -2.0], True), ([0.0, 0.0], False)])
def test_it_is_told_whether_a_text_speaks_against_what_is_explained(worth, against):
    found = faithful(asked(worth), np.array(worth)).as_json()
    assert [found[way]["against"] for way in WAYS] == [against, against]


def test_without_a_share_the_figures_are_those_of_what_is_asked():
    found = faithful(asked([1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 0.01]), np.arange(7.0)).as_json()["left-out"]
    assert found["comprehensiveness"] is None
    assert found["random"]["comprehensiveness_interval"] is None
    low, high = found["random"]["lost_interval"]
    assert low < found["random"]["lost"] < high


def test_shares_and_their_ranges_are_what_is_lost_divided_by_the_whole_way():
    found = faithful(asked(WORTH), np.array(WORTH)).as_json()["left-out"]
    drop, chance = found["drop"], found["random"]
    assert found["comprehensiveness"] == pytest.approx(found["lost"] / drop)
    assert chance["comprehensiveness_interval"] == pytest.approx([end / drop for end in chance["lost_interval"]])
    assert found["sufficiency"] == pytest.approx(1 - found["missing"] / drop)
    assert chance["sufficiency_interval"] == pytest.approx([1 - end / drop for end in chance["missing_interval"]][::-1])


def test_figures_of_several_answers_are_those_of_their_means():
    """And their range is that of means of random orders: about √n times narrower than that of one answer."""
    worth = np.random.default_rng(4).normal(0.5, 1.0, 30).tolist()
    each = [faithful(asked(worth, hole=None), np.array(worth), seed=seed) for seed in range(16)]
    mean = of_several(each).erasures[0]
    assert mean.explained.lost == pytest.approx(each[0].erasures[0].explained.lost)
    assert mean.reference is not None
    wide, narrow = (high - low for low, high in (each[0].erasures[0].lost_interval, mean.lost_interval))
    assert wide / 4 / 2 < narrow < wide / 4 * 2
    one, other = erasure(0.8, 0.2, 0.5), erasure(0.4, 0.1, 0.2)
    assert averaged([one, other]).full == pytest.approx(0.6)
    assert averaged([one, other]).explained.comprehensiveness == pytest.approx((0.3 + 0.2) / (0.6 + 0.3))
    few = faithful(asked([3.0, 1.0, 2.0, 4.0]), np.arange(4.0))
    assert (few.orders, of_several([few, few]).orders) == ("few", "many")


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
