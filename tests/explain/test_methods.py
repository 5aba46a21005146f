"""Methods on trained and on random models: what is true by definition."""

import numpy as np
import pytest
import torch

from regard.attention.watch import watching
from regard.explain.methods import METHODS
from regard.explain.together import Together
from regard.runs.questions import question_of

from .small import trained


@pytest.fixture(scope="module")
def question():
    return question_of(trained("attention", "vectors.width=7"), "I did not like the plot .")


def test_a_score_for_each_token(question):
    for name, method in METHODS.items():
        if name == "rollout":
            continue
        scores = method(question)
        assert scores.shape == (len(question.ids),), name
        assert np.isfinite(scores).all(), name


def test_leaving_a_word_out_is_reading_the_text_without_it(question):
    scores = METHODS["leave-one-out"](question)
    for place in range(len(question.ids)):
        rest = question.ids[:place] + question.ids[place + 1 :]
        assert scores[place] == pytest.approx(question.score - float(question.scores([rest])[0]), abs=1e-6)


def test_hiding_a_word_is_reading_the_hole(question):
    scores = METHODS["occlusion"](question)
    hidden = [*question.ids]
    hidden[3] = question.hole
    assert scores[3] == pytest.approx(question.score - float(question.scores([hidden])[0]), abs=1e-6)


def test_norms_of_a_pooling_are_weights_times_lengths(question):
    weights = METHODS["attention"](question)
    lengths = Together([question]).vectors().norm(dim=-1).numpy()
    assert METHODS["attention-norms"](question) == pytest.approx(weights * lengths, rel=1e-5)


def test_rollout_multiplies_half_a_look_and_half_a_stay():
    asked = question_of(
        trained("transformer", "vectors.width=8", "model.hidden=16", "model.layers=2", "training.epochs=1"),
        "I did not like the plot .",
    )
    with watching(asked.model) as watch:
        asked.logits([asked.ids])
    *looks, pool = [calls[0][0].double().mean(0) for calls in watch.maps.values()]
    mixed = torch.eye(len(asked.ids), dtype=torch.float64)
    for weights in looks:
        mixed = (weights + torch.eye(len(mixed))) / 2 @ mixed
    assert len(looks) == 2
    assert METHODS["rollout"](asked) == pytest.approx((pool @ mixed)[0].numpy(), abs=1e-6)
