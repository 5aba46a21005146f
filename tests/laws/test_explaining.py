"""Laws of explaining, for every classifier that has a recipe, with random weights in float64."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
import torch

from explain.same_answer import graph_is_the_answer
from regard.errors import Mistake
from regard.explain import reading
from regard.explain.asking import Verdict
from regard.explain.methods import METHODS
from regard.explain.methods.occlusion import leave_one_out
from regard.explain.question import Question
from regard.explain.target import Target
from regard.explain.together import in_turn

from .zoo import NAMES, WITHOUT_ATTENTION, WORDS, lively

LOOKS = ["attention", "rollout", "attention-gradient", "attention-norms", "value-zeroing"]
POOLED = [
    "mean", "attention", "attention-entropy", "text-query", "text-query-value", "lstm-attention", "gru-attention",
    "lstm-mean",
]  # fmt: skip
LENGTH = 9


@cache
def question(name: str, length: int = LENGTH, against: int | None = None) -> Question:
    """About a random text, whose third word has two tokens."""
    ids = np.random.default_rng(length).integers(2, WORDS, length).tolist()
    groups = [[0], [1], [2, 3], *([i] for i in range(4, length))] if length > 4 else [[i] for i in range(length)]
    return Question(
        asked=Verdict(lively(name)),
        text=" ".join("w" * 2 for _ in ids),
        ids=ids,
        spans=[(3 * i, 3 * i + 2) for i in range(length)],
        groups=groups,
        target=Target(1, "b", against, "a"),
        hole=1,
        nothing=[1],
    )


def scores_of(name: str, method: str, asked: Question) -> np.ndarray | None:
    try:
        return METHODS[method](asked)
    except Mistake:
        assert method == "rollout" or name in WITHOUT_ATTENTION
        assert name in WITHOUT_ATTENTION or name in POOLED
        return None


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", NAMES)
def test_a_finite_score_for_each_token(name, method):
    """And again the same, and the answer is what it was."""
    asked = question(name)
    before = asked.logits([asked.ids])
    scores = scores_of(name, method, asked)
    if scores is None:
        return
    assert scores.shape == (LENGTH,)
    assert np.isfinite(scores).all()
    assert METHODS[method].signed or (scores >= 0).all()
    assert np.array_equal(METHODS[method](asked), scores)
    assert torch.equal(asked.logits([asked.ids]), before)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", NAMES)
def test_texts_together_are_each_text_alone(name, method, monkeypatch):
    """Whatever their lengths and targets, and however few of them there is room for."""
    lengths = {LENGTH: None, 13: 0, 1: None, 5: 0}
    several = [replace(question(name, *one), asked=question(name).asked) for one in lengths.items()]
    alone = [scores_of(name, method, asked) for asked in several]
    if any(one is None for one in alone):
        return
    for table in (reading.READ, reading.TRACED, reading.WATCHED):
        monkeypatch.setitem(table, "cpu", 180)
    assert len(list(in_turn(several))) == 1
    assert len(list(in_turn(several, watched=True))) == 3
    for one, other in zip(METHODS[method].together(several), alone, strict=True):
        assert one == pytest.approx(other, rel=1e-8, abs=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_leaving_out_is_reading_the_rest(name):
    for against in (None, 0):
        asked = question(name, LENGTH, against)
        (found,) = leave_one_out([asked])
        for group in asked.groups:
            rest = [token for place, token in enumerate(asked.ids) if place not in group]
            drop = asked.score - float(asked.scores([rest])[0])
            assert found[group].sum() == pytest.approx(drop, abs=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_company_and_padding_do_not_matter(name):
    asked = question(name)
    others = [asked.ids[:2], asked.ids, asked.ids + asked.ids[:5]]
    alone = torch.cat([asked.scores([one]) for one in others])
    assert torch.allclose(asked.scores(others), alone, atol=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_the_graph_is_the_answer(name):
    graph_is_the_answer(question(name))


@pytest.mark.parametrize("name", NAMES)
def test_one_word_can_be_explained(name):
    asked = question(name, 1)
    for method in METHODS:
        scores = scores_of(name, method, asked)
        assert scores is None or np.isfinite(scores).all()
    assert leave_one_out([asked])[0][0] == pytest.approx(asked.score - float(asked.scores([[1]])[0]), abs=1e-9)
