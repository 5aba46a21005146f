"""Integrated gradients against Captum and against what must hold of them."""

import numpy as np
import pytest
import torch

from regard.errors import Mistake
from regard.explain.methods.gradients import baseline, gradient_input, integrated_gradients
from regard.runs.questions import question_of

from .small import trained

TEXT = "I did not like the plot , but I loved the music ."
captum = pytest.importorskip("captum.attr", reason="install it with: pip install captum")


@pytest.fixture(params=["attention", "lstm", "transformer"])
def question(request):
    changes = (
        "vectors.width=8",
        *(("model.hidden=16", "model.layers=1", "training.epochs=1") if request.param == "transformer" else ()),
    )
    run = trained(request.param, *changes)
    run.model.double()
    return question_of(run, TEXT)


def test_integrated_gradients_are_captums(question):
    theirs = captum.IntegratedGradients(question.from_vectors)
    found, gap = theirs.attribute(
        question.vectors()[None],
        baselines=baseline(question)[None],
        n_steps=64,
        method="gausslegendre",
        return_convergence_delta=True,
    )
    assert integrated_gradients(question) == pytest.approx(found[0].sum(-1).numpy(), abs=1e-9)
    assert abs(float(gap)) < 1e-3


def test_gradient_times_input_is_captums(question):
    found = captum.InputXGradient(question.from_vectors).attribute(question.vectors()[None].requires_grad_())
    assert gradient_input(question) == pytest.approx(found[0].sum(-1).detach().numpy(), abs=1e-12)


def test_integrated_gradients_are_complete(question):
    """They add up to the answer less that of the text whose words are all hidden."""
    with torch.no_grad():
        empty = float(question.from_vectors(baseline(question)[None])[0])
    assert integrated_gradients(question, 128).sum() == pytest.approx(question.score - empty, abs=1e-3)
    hidden = question.hiding([range(len(question.ids))])[0]
    assert empty == pytest.approx(hidden, abs=1e-9), "the way begins where all words are hidden"


def test_a_text_that_would_take_many_minutes_is_refused():
    long = question_of(trained("attention", "vectors.width=8"), "good " * 3_001)
    assert len(gradient_input(long)) == 3_001
    with pytest.raises(Mistake, match="this one has 3001 tokens"):
        integrated_gradients(long)


def test_for_a_linear_model_both_are_exact():
    """The contrast of a mean of words is linear in them."""
    run = trained("mean", "vectors.width=8")
    run.model.double()
    asked = question_of(run, TEXT, target="positive", against="negative")
    alone = asked.from_vectors(torch.zeros_like(asked.vectors())[None])
    assert gradient_input(asked).sum() == pytest.approx(asked.score - float(alone.detach()[0]), abs=1e-9)
    hidden = asked.hiding([place] for place in range(len(asked.ids)))
    assert np.allclose(integrated_gradients(asked), asked.score - hidden, atol=1e-9)
