from dataclasses import replace

import pytest

from regard.results import Comparison, LabResult
from regard.views.facts.lab import average, baseline_name, by_epoch, chance, order_slice, shares, times_uniform, verdict


def compared(difference: float, low: float, high: float, p: float) -> Comparison:
    return Comparison(model="a", baseline="b", difference=difference, interval=(low, high), p=p)


@pytest.mark.parametrize(
    ("comparison", "expected"),
    [
        (compared(0.02, 0.01, 0.03, 0.001), "better"),
        (compared(-0.02, -0.03, -0.01, 0.001), "worse"),
        (compared(0.005, -0.01, 0.02, 0.4), "noise"),
        (compared(0.01, 0.001, 0.02, 0.06), "undecided"),
        (compared(0.01, -0.001, 0.02, 0.04), "undecided"),
        (compared(0.0, -0.01, 0.01, 0.05), "noise"),
    ],
)
def test_only_test_and_interval_together_decide(comparison: Comparison, expected: str):
    assert verdict(comparison) == expected


def test_the_baseline_is_that_of_the_comparisons_else_mean_else_the_first(result: LabResult):
    other = [replace(c, baseline="lstm") for c in result.comparisons]
    assert baseline_name(replace(result, comparisons=other)) == "lstm"
    assert baseline_name(replace(result, comparisons=[])) == "mean"
    assert baseline_name(replace(result, comparisons=[], rows=result.rows[3:])) == result.rows[3].model


def test_chance_counts_the_classes(result: LabResult):
    assert chance(result) == 0.5
    assert chance(replace(result, classes=["a", "b", "c", "d"])) == 0.25


def test_the_word_order_part_is_found_however_it_is_spelled():
    assert [order_slice(["long", name]) for name in ("word-order", "word_order", "word order")] == [
        "word-order",
        "word_order",
        "word order",
    ]
    assert order_slice(["long"]) is None


def test_seeds_that_stopped_early_leave_the_later_epochs_to_the_others(result: LabResult):
    row = next(row for row in result.rows if row.row == "R2")
    assert [len(reached) for reached in by_epoch(row)] == [3] * 6 + [2, 1]


def test_histograms_of_seeds_become_one_of_shares():
    assert shares([[1, 0, 3], [1, 2, 1]]) == [0.25, 0.25, 0.5]
    assert shares([[0, 0]]) == [0, 0]


def test_small_sums(result: LabResult):
    assert average([1.0, 2.0]) == 1.5
    assert times_uniform(result.rows[1]) == pytest.approx(4.1)
    assert times_uniform(replace(result.rows[1], rationale_uniform=0.0)) is None
