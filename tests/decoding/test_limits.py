"""How long an output may be, and what may stand where."""

import pytest
import torch

from regard.decoding import beam_search, greedy, sample
from regard.decoding.limits import limits, permit
from regard.errors import Mistake

from .models import BEGIN, END, SOURCES, WORDS, Chaotic

SEARCHES = {
    "greedy": greedy,
    "sample": sample,
    "beam": lambda *given, **settings: [outputs[0] for outputs in beam_search(*given, **settings)],
}


def test_by_default_the_source_says_how_long():
    assert limits(Chaotic(0), SOURCES).tolist() == [3 + 1 + 10, 1 + 0 + 10, 2 + 1 + 10]
    assert limits(Chaotic(0), SOURCES, shortest=12).tolist() == [14, 12, 13]
    assert limits(Chaotic(0, longest=12), SOURCES).tolist() == [12, 11, 12]
    assert limits(Chaotic(0), SOURCES, longest=7).tolist() == [7, 7, 7]


def test_what_may_not_stand_loses_its_probability_and_nobody_gains_it():
    logits = torch.randn(3, 5, generator=torch.Generator().manual_seed(0))
    expected = logits.exp().sum(-1).log()
    for place, shortest, forbidden in (
        (0, 0, [{BEGIN}, {BEGIN}, {BEGIN}]),
        (1, 2, [{BEGIN, END}, {BEGIN, END}, {BEGIN, END}]),
        (3, 2, [{BEGIN}, {BEGIN}, {0, 1, 3, 4}]),
        (4, 4, [{BEGIN}, {0, 1, 3, 4}, {0, 1, 3, 4}]),
    ):
        given = logits.clone()
        found, sums = permit(given, place, torch.tensor([5, 4, 3]), begin=BEGIN, end=END, shortest=shortest)
        torch.testing.assert_close(sums, expected)
        assert found is given, "nothing is copied"
        assert [set(row.isinf().nonzero()[:, 0].tolist()) for row in given] == forbidden
        assert torch.equal(given[given.isfinite()], logits[given.isfinite()])


def test_what_begins_an_output_may_be_what_ends_it():
    logits = torch.zeros(1, 5)
    permit(logits, 1, torch.tensor([3]), begin=END, end=END, shortest=1)
    assert logits.isfinite().all()
    permit(logits, 0, torch.tensor([3]), begin=END, end=END, shortest=1)
    assert logits.isinf().nonzero().tolist() == [[0, END]]


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_where_no_word_ends_an_output_its_length_does(search):
    """As in published models whose END is beyond their vocabulary; its being certain costs nothing."""
    model = Chaotic(3, begin=WORDS + 2, end=WORDS + 2)
    for output in search(model, SOURCES, longest=3):
        assert len(output.tokens) == 3
        assert max(output.tokens) < WORDS
        assert -20 < output.log_probability < 0


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_a_model_that_says_no_numbers_is_refused(search):
    model = Chaotic(0)
    model.C[2, 2] = float("nan")
    with pytest.raises(Mistake, match="weights hold, or lead to, NaN"):
        search(model, SOURCES, longest=3)


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
@pytest.mark.parametrize("seed", range(5))
def test_every_search_keeps_to_the_lengths(search, seed):
    for shortest, longest in ((0, 1), (2, 2), (3, 5)):
        for output in search(Chaotic(seed), SOURCES, shortest=shortest, longest=longest):
            assert shortest <= len(output.tokens) <= longest
            assert not {BEGIN, END} & set(output.tokens)


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"shortest": -1}, "at least -1 tokens: set the shortest length to 0 or more"),
        ({"shortest": 4, "longest": 3}, "at least 4 and at most 3 tokens cannot exist; set the longest length to 4"),
        ({"longest": 0}, "at most 0 tokens cannot exist; set the longest length to 1"),
        ({"longest": 9}, "outputs of 9 tokens are asked for, and this model has positions for 8"),
        ({"shortest": 9}, "outputs of 9 tokens are asked for, and this model has positions for 8"),
    ],
)
def test_impossible_lengths_are_mistakes(search, settings, complaint):
    with pytest.raises(Mistake, match=complaint):
        search(Chaotic(0, longest=8), SOURCES, **settings)
