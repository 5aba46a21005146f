"""Leave-one-out by arithmetic is what reading the rest gives."""

import numpy as np
import pytest
import torch

from regard.data.loading import Texts
from regard.explain.methods import leaving_out
from regard.explain.methods.leaving_out import drops, is_mean, left_out
from regard.runs.questions import question_of

from .small import trained

TEXTS = ["I did not like the plot .", "dull", "a film", "I loved the music , the plot , the end and I loved it again ."]


def encoded(run):
    return Texts(*run.tokenizer.encode_many(TEXTS))


@pytest.mark.parametrize("name", ["mean", "attention", "attention-entropy"])
@pytest.mark.parametrize("at_once", [7, 500_000])
def test_all_words_of_all_texts_at_once(name, at_once, monkeypatch):
    monkeypatch.setattr(leaving_out, "AT_ONCE", at_once)
    run = trained(name, "vectors.width=7")
    run.model.double()
    texts = encoded(run)
    found = drops(run.model, texts, run.tokenizer.encode("").ids)
    assert found.shape == (len(texts.ids),)
    for number, text in enumerate(TEXTS):
        question = question_of(run, text)
        plain = question.score - question.without([[word] for word in range(len(question.words))])
        assert found[texts.offsets[number] : texts.offsets[number + 1]] == pytest.approx(plain, abs=1e-9)


def test_a_word_with_all_the_weight_is_left_out_exactly():
    """1 − α has no digits left there."""
    run = trained("attention", "vectors.width=7", "training.seed=5")
    run.model.double()
    with torch.no_grad():
        run.model.pool.query.mul_(1e4)
    question = question_of(run, TEXTS[3])
    texts = Texts(np.array(question.ids), np.array([0, len(question.ids)]))
    _, each = left_out(run.model, texts, question.nothing)
    rest = [question.ids[:i] + question.ids[i + 1 :] for i in range(len(question.ids))]
    assert torch.allclose(torch.from_numpy(each), question.logits(rest), atol=1e-6)


def test_labels_may_be_given():
    run = trained("attention", "vectors.width=7")
    texts, nothing = encoded(run), run.tokenizer.encode("").ids
    one, other = (drops(run.model, texts, nothing, np.full(len(TEXTS), label)) for label in (0, 1))
    assert one == pytest.approx(-other, abs=1e-12)


def test_which_models_are_means():
    assert is_mean(trained("attention", "vectors.width=7").model)
    assert not is_mean(trained("text-query", "vectors.width=7").model)
