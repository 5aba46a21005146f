"""Greedy search and sampling: one output a source, a token at a time."""

import math

import pytest
import torch
from torch.testing import assert_close

from regard.decoding import greedy, sample
from regard.decoding.sample import cut
from regard.errors import Mistake

from .models import SOURCES, Chaotic, log_p, one_by_one


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
