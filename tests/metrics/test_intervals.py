"""Intervals against published ones, p against exact tests and against chance itself."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regard.metrics.intervals import Z, over_seeds, paired, wilson


@pytest.mark.parametrize(
    ("right", "n", "published"),
    [(81, 263, (0.2553, 0.3662)), (15, 148, (0.0624, 0.1605)), (0, 20, (0.0, 0.1611)), (1, 29, (0.0061, 0.1718))],
)
def test_wilson_is_the_published_interval(right, n, published):
    """Newcombe (1998), Statistics in Medicine 17, table I, method 3."""
    assert wilson(right / n, n) == pytest.approx(published, abs=5e-5)


@given(st.integers(1, 400), st.data())
def test_wilson_holds_the_share_and_stays_within_zero_and_one(n, data):
    right = data.draw(st.integers(0, n))
    low, high = wilson(right / n, n)
    assert 0 <= low <= right / n + 1e-12
    assert right / n - 1e-12 <= high <= 1
    mirrored = wilson(1 - right / n, n)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=1e-9)


def test_the_ends_of_wilson_are_where_the_share_would_just_be_surprising():
    """Each end solves |share − end| = Z √(end (1 − end) / n), which is how Wilson (1927) defines it."""
    for end in wilson(0.83, 61):
        assert abs(0.83 - end) == pytest.approx(Z * math.sqrt(end * (1 - end) / 61))


def test_wilson_covers_about_as_often_as_it_says():
    dice = np.random.default_rng(0)
    inside = [low <= 0.85 <= high for low, high in (wilson(dice.binomial(200, 0.85) / 200, 200) for _ in range(2000))]
    assert np.mean(inside) == pytest.approx(0.95, abs=0.02)


def test_seeds_that_agree_add_nothing_and_seeds_that_differ_widen():
    assert over_seeds([0.8, 0.8, 0.8], 500) == pytest.approx(wilson(0.8, 500))
    assert over_seeds([0.8], 500) == wilson(0.8, 500)
    low, high = over_seeds([0.7, 0.8, 0.9], 500)
    assert low < wilson(0.8, 500)[0]
    assert high > wilson(0.8, 500)[1]


def test_with_endless_examples_only_the_seeds_count():
    """Student's interval: ± 4.303 s / √3 for three seeds."""
    low, high = over_seeds([0.79, 0.8, 0.81], 10**12)
    assert (low, high) == pytest.approx((0.8 - 4.303 * 0.01 / 3**0.5, 0.8 + 4.303 * 0.01 / 3**0.5), abs=1e-6)


def results(only_model: int, only_baseline: int, both: int, neither: int) -> tuple[np.ndarray, np.ndarray]:
    model = [True] * only_model + [False] * only_baseline + [True] * both + [False] * neither
    baseline = [False] * only_model + [True] * only_baseline + [True] * both + [False] * neither
    return np.array(model), np.array(baseline)


def binomial(b: int, c: int) -> float:
    """Exact two-sided p of b against c, counting the very outcome half (mid-p)."""
    n, less = b + c, min(b, c)
    tail = sum(math.comb(n, i) for i in range(less)) + math.comb(n, less) / 2
    return min(1.0, 2 * tail / 2**n)


@pytest.mark.parametrize(("b", "c"), [(5, 2), (12, 3), (9, 9), (30, 14), (8, 20), (1, 0)])
def test_with_one_seed_p_is_mcnemars(b, c):
    """χ² = (b − c)² / (b + c) with one degree of freedom. McNemar (1947)."""
    difference, (low, high), p = paired([results(b, c, 50, 20)[0]], [results(b, c, 50, 20)[1]])
    assert difference == pytest.approx((b - c) / (b + c + 70))
    assert low <= difference <= high
    assert p == pytest.approx(math.erfc(math.sqrt((b - c) ** 2 / (b + c) / 2)))


@pytest.mark.parametrize(("b", "c"), list(product([3, 6, 11, 17], [4, 9, 16])))
def test_p_is_near_the_exact_one(b, c):
    model, baseline = results(b, c, 40, 10)
    assert paired([model], [baseline])[2] == pytest.approx(binomial(b, c), abs=0.03)


def test_what_both_got_right_or_wrong_does_not_count_for_p():
    few, many = results(12, 3, 5, 5), results(12, 3, 400, 100)
    assert paired([few[0]], [few[1]])[2] == pytest.approx(paired([many[0]], [many[1]])[2])


def test_the_order_of_the_two_turns_the_sign_alone():
    model, baseline = results(12, 3, 40, 10)
    difference, (low, high), p = paired([model], [baseline])
    assert paired([baseline], [model]) == (-difference, (-high, -low), p)


def test_the_same_answers_do_not_differ():
    model, _ = results(12, 3, 40, 10)
    assert paired([model], [model]) == (0.0, (0.0, 0.0), 1.0)


@pytest.mark.parametrize(("seeds", "wobble"), [(1, 0.0), (3, 0.0), (3, 0.01), (5, 0.01)])
def test_p_is_rarely_small_where_there_is_no_difference(seeds, wobble):
    """One seed: 5 % ± 2. Several: never more, though the two sources of chance overlap and make it careful."""
    dice = np.random.default_rng(1)
    n, trials = 600, 800

    def model(easy: np.ndarray) -> list[np.ndarray]:
        return [dice.random(n) < np.clip(easy + dice.normal(0, wobble), 0, 1) for _ in range(seeds)]

    small = 0
    for _ in range(trials):
        easy = dice.beta(0.85, 0.15, n)
        small += paired(model(easy), model(easy))[2] < 0.05
    share = small / trials
    assert share <= 0.07
    if seeds == 1:
        assert share >= 0.03


def test_a_real_difference_is_found():
    dice = np.random.default_rng(2)
    found = 0
    for _ in range(100):
        better = [dice.random(2000) < 0.88 for _ in range(3)]
        worse = [dice.random(2000) < 0.83 for _ in range(3)]
        difference, (low, high), p = paired(better, worse)
        found += p < 0.05
        assert low < difference < high
    assert found >= 95
