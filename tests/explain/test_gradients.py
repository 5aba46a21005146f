"""Integrated gradients against Captum and against what must hold of them."""

import numpy as np
import pytest
import torch

from regard.errors import Mistake
from regard.explain.methods.gradients import baseline, gradient_input, integrated_gradients
from regard.explain.together import Together
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


def read_as(question):
    """From vectors [b, n, d] to the target of each."""
    return lambda vectors: Together([question]).from_vectors(vectors)[:, 0]


def test_integrated_gradients_are_captums(question):
    theirs = captum.IntegratedGradients(read_as(question))
    found, gap = theirs.attribute(
        Together([question]).vectors()[None],
        baselines=baseline(Together([question]))[None],
        n_steps=64,
        method="gausslegendre",
        return_convergence_delta=True,
    )
    assert integrated_gradients([question])[0] == pytest.approx(found[0].sum(-1).numpy(), abs=1e-9)
    assert abs(float(gap)) < 1e-3


def test_gradient_times_input_is_captums(question):
    found = captum.InputXGradient(read_as(question)).attribute(Together([question]).vectors()[None].requires_grad_())
    assert gradient_input([question])[0] == pytest.approx(found[0].sum(-1).detach().numpy(), abs=1e-12)


def test_integrated_gradients_are_complete(question):
    """They add up to the answer less that of the text whose words are all hidden."""
    with torch.no_grad():
        empty = float(read_as(question)(baseline(Together([question]))[None])[0])
    assert integrated_gradients([question], 128)[0].sum() == pytest.approx(question.score - empty, abs=1e-3)
    hidden = question.without([range(len(question.words))], "hole")[0]
    assert empty == pytest.approx(hidden, abs=1e-9), "the way begins where all words are hidden"


def test_a_text_that_would_take_many_minutes_is_refused():
    long = question_of(trained("attention", "vectors.width=8"), "good " * 3_001)
    assert len(gradient_input([long])[0]) == 3_001
    with pytest.raises(Mistake, match="this one has 3001 tokens"):
        integrated_gradients([long])[0]


def test_for_a_linear_model_both_are_exact():
    """The contrast of a mean of words is linear in them."""
    run = trained("mean", "vectors.width=8")
    run.model.double()
    asked = question_of(run, TEXT, target="positive", against="negative")
    alone = read_as(asked)(torch.zeros_like(Together([asked]).vectors())[None])
    assert gradient_input([asked])[0].sum() == pytest.approx(asked.score - float(alone.detach()[0]), abs=1e-9)
    hidden = asked.without([[word] for word in range(len(asked.words))], "hole")
    assert np.allclose(integrated_gradients([asked])[0], asked.score - hidden, atol=1e-9)
