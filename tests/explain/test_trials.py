"""Explanations of many texts on trial: equal to one text at a time, blind orders no better than chance."""

import numpy as np
import pytest
import torch

from regard.explain.cut import WAYS
from regard.explain.methods import METHODS
from regard.explain.target import Target
from regard.explain.trust.deletion import at_random, ranked
from regard.explain.trust.faithfulness import faithful
from regard.explain.trust.many import Many, half_will_do, logits_of
from regard.explain.trust.trials import both_ends, by_chance, tried
from regard.runs.questions import question_of

from .small import trained

TEXTS = (
    "I did not like the plot .",
    "The acting is superb and I loved the film , although the script is clumsy .",
    "A dull film .",
    "My brother found it boring ; I adored it . The music was played by an orchestra in Vienna .",
)


@pytest.fixture(scope="module")
def questions():
    run = trained("attention", "vectors.width=7", "training.epochs=12")
    return [question_of(run, text) for text in TEXTS]


@pytest.fixture(scope="module")
def many(questions):
    choices = np.array([question.target.choice for question in questions])
    return Many(questions[0].model, [question.cut for question in questions], choices)


@pytest.mark.parametrize("way", WAYS)
def test_many_texts_are_each_text_alone(questions, many, way):
    scores = [question.merged(METHODS["gradient-input"](question)) for question in questions]
    trial = tried(many, [ranked(one) for one in scores], way, both_ends(many, way))
    total, drops = np.zeros(2), 0.0
    for number, question in enumerate(questions):
        alone = faithful(question, METHODS["gradient-input"](question), exact=False)
        (erased,) = [one for one in alone.erasures if one.way == way]
        assert trial.values[number] == pytest.approx([*erased.explained.removed, *erased.explained.kept], abs=1e-6)
        assert trial.drop[number] == pytest.approx(erased.drop, abs=1e-6)
        total += [erased.explained.lost, np.mean(erased.explained.kept) - erased.empty]
        drops += erased.drop
    assert [score.value for score in trial.figures()] == pytest.approx((total / drops).tolist(), abs=1e-6)


def test_a_blind_order_is_no_better_than_the_control(many):
    ends = both_ends(many, "left-out")
    control = by_chance(many, "left-out", ends, draws=60, seed=0)
    blind = by_chance(many, "left-out", ends, draws=60, seed=1)
    assert [score.value for score in blind.beyond(control)] == pytest.approx([0, 0], abs=0.15)
    assert [score.value for score in control.beyond(control)] == [0, 0]


def test_the_control_is_the_mean_of_its_orders(many):
    ends = both_ends(many, "left-out")
    each = [
        tried(many, [at_random(cut.words, (5, draw, n)) for n, cut in enumerate(many.cuts)], "left-out", ends).values
        for draw in range(3)
    ]
    assert by_chance(many, "left-out", ends, draws=3, seed=5).values == pytest.approx(np.mean(each, axis=0))


def test_what_leaves_words_out_beats_chance_on_its_own_model(questions, many):
    ends = both_ends(many, "left-out")
    orders = [ranked(question.merged(METHODS["leave-one-out"](question))) for question in questions]
    trial = tried(many, orders, "left-out", ends)
    assert trial.beyond(by_chance(many, "left-out", ends, draws=30, seed=0))[0].value > 0.05


def test_each_text_is_asked_about_its_own_label(questions, many):
    for number, question in enumerate(questions):
        other = 1 - question.target.choice
        assert many.full()[number] == pytest.approx(question.score, abs=1e-6)
        assert question.about(Target(other, "")).score == pytest.approx(1 - question.score, abs=1e-6)


def test_progress_ends_with_all(many):
    told: list[float] = []
    logits_of(many.model, [cut.ids for cut in many.cuts], tell=told.append)
    assert told[-1] == 1.0


def test_half_of_the_digits_do_only_where_answers_stay(many, monkeypatch):
    from regard.explain.trust import many as module

    texts = [cut.ids for cut in many.cuts]
    monkeypatch.setattr(module.torch.cpu, "get_capabilities", lambda: {"avx512_bf16": False}, raising=False)
    assert not half_will_do(many.model, texts)
    monkeypatch.setattr(module.torch.cpu, "get_capabilities", lambda: {"avx512_bf16": True}, raising=False)
    monkeypatch.setattr(module, "CLOSE", -1.0)
    assert not half_will_do(many.model, texts)


def test_half_of_the_digits_do_not_do_where_they_make_no_number(many, monkeypatch):
    class Outgrown(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.model = many.model

        def forward(self, batch):
            return self.model(batch) * (float("nan") if torch.is_autocast_enabled("cpu") else 1.0)

    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: {"avx512_bf16": True}, raising=False)
    assert not half_will_do(Outgrown(), [cut.ids for cut in many.cuts])
