"""Beam search against enumeration, and against a literal search that never stops early."""

import math
from itertools import product

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from regard.attention.padded import Padded
from regard.decoding import Hypothesis, beam_search, greedy
from regard.decoding.lengths import length_penalty
from regard.errors import Mistake

from .models import SAYABLE, SOURCES, Chaotic, log_p, one_by_one

ALPHAS = [0.0, 0.6, 1.0, 2.0, -0.5]


def penalty(length: int, alpha: float) -> float:
    return ((5 + length + 1) / 6) ** alpha


def everything(model: Chaotic, source: Padded, alpha: float, shortest: int, longest: int) -> list[Hypothesis]:
    """Every output there is, best first."""
    found = []
    for length in range(shortest, longest + 1):
        for tokens in product(SAYABLE, repeat=length):
            value = log_p(model, source, tokens)
            found.append(Hypothesis(tokens, value / penalty(length, alpha), value))
    return sorted(found, key=lambda output: -output.score)


def literally(model: Chaotic, source: Padded, beam: int, alpha: float, shortest: int, longest: int) -> list[Hypothesis]:
    """The same rule in plain words, to the end: all outputs that were ever among the first."""
    opened, outputs = [((), 0.0, model.start(source))], []
    for length in range(longest + 1):
        reached = []
        for tokens, value, state in opened:
            logits, after = model.step(torch.tensor([(model.begin, *tokens)[-1]]), state)
            steps = logits[0] - logits[0].exp().sum().log()
            words = [model.end] * (length >= shortest) + SAYABLE * (length < longest)
            reached += [(tokens, word, value + float(steps[word]), after) for word in words]
        reached.sort(key=lambda each: -each[2])
        outputs += [
            Hypothesis(tokens, value / penalty(length, alpha), value)
            for tokens, word, value, _ in reached[:beam]
            if word == model.end
        ]
        opened = [((*tokens, word), v, state) for tokens, word, v, state in reached if word != model.end][:beam]
    return sorted(outputs, key=lambda output: -output.score)


def assert_outputs(found: list[Hypothesis], expected: list[Hypothesis]) -> None:
    assert [output.tokens for output in found] == [output.tokens for output in expected]
    for one, other in zip(found, expected, strict=True):
        assert math.isclose(one.score, other.score, abs_tol=1e-10)
        assert math.isclose(one.log_probability, other.log_probability, abs_tol=1e-10)


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize(("shortest", "longest"), [(0, 3), (2, 3), (3, 3), (0, 1)])
@pytest.mark.parametrize("seed", range(4))
def test_a_beam_as_wide_as_the_space_is_enumeration(seed, shortest, longest, alpha):
    model = Chaotic(seed)
    found = beam_search(model, SOURCES, beam=81, n_best=81, alpha=alpha, shortest=shortest, longest=longest)
    for outputs, source in zip(found, one_by_one(SOURCES), strict=True):
        assert_outputs(outputs, everything(model, source, alpha, shortest, longest)[:81])


def test_all_outputs_together_are_almost_certain():
    """But for what cannot be said, BEGIN and all that is longer."""
    model = Chaotic(5)
    model.C[model.end] *= 4
    outputs = beam_search(model, SOURCES, beam=400, n_best=400, longest=5)[0]
    assert len(outputs) == sum(3**length for length in range(6))
    total = sum(math.exp(output.log_probability) for output in outputs)
    assert 0.1 < total < 1


@given(
    seed=st.integers(0, 1000),
    beam=st.integers(1, 7),
    alpha=st.sampled_from(ALPHAS),
    lengths=st.sampled_from([(0, 6), (2, 5), (4, 4), (0, 1), (1, 9)]),
    data=st.data(),
)
def test_a_narrow_beam_is_the_literal_one_and_stops_in_safety(seed, beam, alpha, lengths, data):
    n_best = data.draw(st.integers(1, beam))
    model, (shortest, longest) = Chaotic(seed), lengths
    found = beam_search(model, SOURCES, beam=beam, n_best=n_best, alpha=alpha, shortest=shortest, longest=longest)
    for outputs, source in zip(found, one_by_one(SOURCES), strict=True):
        assert_outputs(outputs, literally(model, source, beam, alpha, shortest, longest)[:n_best])


@pytest.mark.parametrize("seed", range(20))
def test_greedy_is_a_beam_of_one_without_penalty(seed):
    model = Chaotic(seed)
    for lengths in ({}, {"shortest": 3, "longest": 4}):
        first = [outputs[0] for outputs in beam_search(model, SOURCES, beam=1, alpha=0.0, **lengths)]
        assert_outputs(first, greedy(model, SOURCES, **lengths))


@pytest.mark.parametrize("seed", range(5))
def test_a_batch_is_its_rows(seed):
    model = Chaotic(seed)
    together = beam_search(model, SOURCES, beam=4, n_best=3)
    for outputs, source in zip(together, one_by_one(SOURCES), strict=True):
        assert_outputs(outputs, beam_search(model, source, beam=4, n_best=3)[0])


def test_no_work_is_done_for_a_source_that_is_finished():
    model = Chaotic(0)
    rows = []
    for sources in (SOURCES, *one_by_one(SOURCES)):
        model.rows = 0
        beam_search(model, sources, beam=3)
        rows.append(model.rows)
    assert rows[0] == sum(rows[1:])
    assert len(set(rows[1:])) > 1


def test_the_search_stops_before_the_longest_output():
    model = Chaotic(3)
    model.C[model.end] *= 3
    beam_search(model, SOURCES, beam=3, alpha=0.0, longest=1000)
    assert model.rows < 500


class Late(Chaotic):
    """Ends at once with some probability; otherwise says the same several times, and is sure of it."""

    times: int = 8
    at_once: float = 0.6

    def step(self, tokens: torch.Tensor, state: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        shares = torch.full((len(tokens), 5), 1e-9, dtype=torch.float64)
        place = state[:, 0].round()
        shares[place == 0] = torch.tensor([1e-9, 1e-9, self.at_once, 1 - self.at_once, 1e-9]).double()
        shares[(place > 0) & (place < self.times), 3] = 1.0
        shares[place >= self.times, self.end] = 1.0
        return shares.log(), state + 1

    def start(self, source: Padded) -> torch.Tensor:
        return torch.zeros(len(source), 1, dtype=torch.float64)


def test_an_output_that_its_length_makes_better_is_waited_for():
    for outputs in beam_search(Late(0), SOURCES, beam=2, alpha=1.0, longest=9):
        assert outputs[0].tokens == (3,) * 8
    for outputs in beam_search(Late(0), SOURCES, beam=2, alpha=0.0, longest=9):
        assert outputs[0].tokens == ()
    sooner = Late(0)
    sooner.times, sooner.at_once = 1, 0.4
    for outputs in beam_search(sooner, SOURCES, beam=2, alpha=-1.0, longest=9):
        assert outputs[0].tokens == (3,)


def test_a_model_with_few_positions_is_not_asked_for_more():
    model = Chaotic(0, longest=2)
    outputs = beam_search(model, SOURCES, beam=30, n_best=30)[0]
    assert max(len(output.tokens) for output in outputs) == 2


def test_the_penalty_is_its_equation():
    assert length_penalty(torch.tensor([1, 7]), 0.5).tolist() == pytest.approx([1.0, 2**0.5])


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"beam": 0}, "a beam of 0: set it to 1 or more"),
        ({"beam": -3}, "a beam of -3"),
        ({"n_best": 0}, "the 0 best outputs: ask for at least 1"),
        ({"beam": 2, "n_best": 3}, "the 3 best outputs of a beam of 2: ask for at most 2, or widen the beam"),
        ({"alpha": math.nan}, "a length penalty of nan: set a number from -10 to 10"),
        ({"alpha": 1e9}, "a length penalty of 1000000000.0: set a number from -10 to 10"),
        ({"alpha": -math.inf}, "a length penalty of -inf: set a number from -10 to 10"),
        ({"alpha": math.inf}, "a length penalty of inf"),
    ],
)
def test_impossible_searches_are_mistakes(settings, complaint):
    with pytest.raises(Mistake, match=complaint):
        beam_search(Chaotic(0), SOURCES, **settings)
