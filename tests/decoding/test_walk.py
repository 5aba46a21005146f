"""Greedy search and sampling: one output a source, a token at a time."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.testing import assert_close

from regard.decoding import greedy, sample
from regard.decoding.sample import cut
from regard.decoding.walk import penalised
from regard.errors import Mistake

from .models import BEGIN, END, SOURCES, Chaotic, log_p, one_by_one


def dice(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


@pytest.mark.parametrize("seed", range(10))
def test_greedy_says_the_most_probable_token(seed):
    model = Chaotic(seed)
    for output, source in zip(greedy(model, SOURCES), one_by_one(SOURCES), strict=True):
        state, given, said = model.start(source), model.begin, []
        while given != model.end and len(said) < source.rows.longest * 3 // 2 + 10:
            logits, state = model.step(torch.tensor([given]), state)
            logits[0, model.begin] = -math.inf
            given = int(logits[0].argmax())
            said += [given] * (given != model.end)
        assert output.tokens == tuple(said)
        assert math.isclose(output.log_probability, log_p(model, source, output.tokens), abs_tol=1e-10)
        assert output.score == output.log_probability


@pytest.mark.parametrize("seed", range(5))
def test_a_batch_is_its_rows(seed):
    model = Chaotic(seed)
    alone = [greedy(model, source)[0] for source in one_by_one(SOURCES)]
    assert [output.tokens for output in greedy(model, SOURCES)] == [output.tokens for output in alone]


def test_no_work_is_done_for_a_source_that_is_finished():
    model = Chaotic(1)
    outputs = greedy(model, SOURCES)
    assert model.rows == sum(len(output.tokens) + 1 for output in outputs)


@pytest.mark.parametrize("seed", range(10))
def test_without_heat_chance_is_greedy(seed):
    model = Chaotic(seed)
    expected = [output.tokens for output in greedy(model, SOURCES)]
    for settings in ({"temperature": 1e-9}, {"top_k": 1}, {"nucleus": 1e-9}):
        assert [output.tokens for output in sample(model, SOURCES, **settings, generator=dice(seed))] == expected


def test_outputs_come_as_often_as_they_are_probable():
    model, count = Chaotic(7), 4000
    source = SOURCES.pick(torch.zeros(count, dtype=torch.long))
    outputs = sample(model, source, longest=1, generator=dice())
    one = one_by_one(SOURCES)[0]
    logits, _ = model.step(torch.tensor([model.begin]), model.start(one))
    shares = logits[0].exp()
    shares[model.begin] = 0
    for tokens, word in (((), model.end), ((0,), 0), ((3,), 3), ((4,), 4)):
        found = sum(output.tokens == tokens for output in outputs) / count
        assert abs(found - float(shares[word] / shares.sum())) < 0.03
    some = next(output for output in outputs if output.tokens == (3,))
    assert math.isclose(some.log_probability, log_p(model, one, (3,)), abs_tol=1e-10)


def test_a_generator_decides():
    model = Chaotic(2)
    one, again, other = (sample(model, SOURCES, generator=dice(seed)) for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_cutting():
    logits = torch.tensor([[0.1, 0.4, 0.2, 0.3]]).log()
    for settings, kept in (
        ({}, [0, 1, 2, 3]),
        ({"top_k": 2}, [1, 3]),
        ({"top_k": 9}, [0, 1, 2, 3]),
        ({"nucleus": 0.39}, [1]),
        ({"nucleus": 0.5}, [1, 3]),
        ({"nucleus": 0.95}, [0, 1, 2, 3]),
        ({"top_k": 3, "nucleus": 0.75}, [1, 3]),
    ):
        found = cut(logits, **settings)[0]
        assert found.isfinite().nonzero()[:, 0].tolist() == kept
        assert_close(found[kept], logits[0][kept])


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"temperature": 0.0}, "a temperature of 0.0: set one above 0, or search greedily"),
        ({"temperature": -1.0}, "a temperature of -1.0"),
        ({"temperature": math.inf}, "a temperature of inf"),
        ({"top_k": -1}, "the -1 most probable tokens: set top_k to 1 or more"),
        ({"nucleus": 0.0}, "a nucleus of 0.0: set a probability above 0"),
        ({"nucleus": 1.1}, "a nucleus of 1.1"),
    ],
)
def test_impossible_chances_are_mistakes(settings, complaint):
    with pytest.raises(Mistake, match=complaint):
        sample(Chaotic(0), SOURCES, **settings)


@given(st.lists(st.floats(-5, 5), min_size=2, max_size=12, unique=True), st.floats(0.05, 1))
def test_a_nucleus_is_the_smallest_set_that_is_probable_enough(values, nucleus):
    logits = torch.tensor([values], dtype=torch.float64)
    shares = logits[0].exp() / logits[0].exp().sum()
    kept = cut(logits, nucleus=nucleus)[0].isfinite()
    inside = shares[kept]
    assert inside.sum() >= nucleus - 1e-12
    assert inside.sum() - inside.min() < nucleus + 1e-12, "one fewer is too few"
    assert kept.all() or inside.min() >= shares[~kept].max()


def test_repetition_is_the_formula():
    logits = torch.tensor([[2.0, -1.0, 0.5, 3.0]])
    found = penalised(logits, torch.tensor([[0, 1, 0]]), 1.5)
    assert_close(found, torch.tensor([[2.0 / 1.5, -1.5, 0.5, 3.0]]))
    assert_close(penalised(logits, torch.tensor([[0, 1]]), 1.0), logits)


@pytest.mark.parametrize("seed", range(4))
def test_what_was_said_is_less_likely_to_be_said_again(seed):
    found = greedy(Chaotic(seed), SOURCES, longest=9, repetition=1.4)
    assert greedy(Chaotic(seed), SOURCES, longest=9, repetition=1.0) == greedy(Chaotic(seed), SOURCES, longest=9)
    for one, source in zip(found, one_by_one(SOURCES), strict=True):
        model, said = Chaotic(seed), [BEGIN]
        state = model.start(source)
        for _ in range(9):
            logits, state = model.step(torch.tensor(said[-1:]), state)
            for token in set(said[1:]):
                logits[0, token] *= 1 / 1.4 if logits[0, token] > 0 else 1.4
            logits[0, BEGIN] = -math.inf
            said.append(int(logits.argmax()))
            if said[-1] == END:
                break
        assert tuple(token for token in said[1:] if token != END) == one.tokens
        assert math.isclose(one.log_probability, log_p(model, source, one.tokens), abs_tol=1e-9), "the model's own"


def test_who_hears_may_end_an_output():
    heard: list[tuple[int, int]] = []

    def hear(row: int, token: int) -> bool:
        heard.append((row, token))
        return row == 0 and len([one for one in heard if one[0] == 0]) == 2

    plain = greedy(Chaotic(1), SOURCES, longest=6, shortest=4)
    found = greedy(Chaotic(1), SOURCES, longest=6, shortest=4, hear=hear)
    assert found[0].tokens == plain[0].tokens[:2]
    assert found[1:] == plain[1:]
    for row, one in enumerate(found):
        assert tuple(token for number, token in heard if number == row) == one.tokens


@pytest.mark.parametrize("penalty", [0.0, -1.0, math.inf])
def test_impossible_penalties_are_mistakes(penalty):
    with pytest.raises(Mistake, match="a repetition penalty of"):
        greedy(Chaotic(0), SOURCES, repetition=penalty)
