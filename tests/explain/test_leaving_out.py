"""Leave-one-out by arithmetic is what reading the rest gives."""

import numpy as np
import pytest
import torch

from regard.data.loading import Texts
from regard.explain import question as module
from regard.explain.cut import WAYS
from regard.explain.means import is_mean
from regard.explain.methods import leaving_out
from regard.explain.methods.leaving_out import drops, left_out
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
        rest, _ = question.variants([[word] for word in range(len(question.words))], "left-out")
        plain = question.score - question.scores([one.tolist() for one in rest]).numpy()
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


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["mean", "attention"])
def test_any_words_taken_away_by_arithmetic_are_what_reading_the_rest_gives(name, way):
    run = trained(name, "vectors.width=7")
    for text in TEXTS:
        question = question_of(run, text)
        words = range(len(question.words))
        sets = [[], *([word] for word in words), [*words], [*words][::2], [*words][1:]]
        variants, _ = question.variants(sets, way)
        read = question.scores([one.tolist() for one in variants]).numpy()
        assert question.without(sets, way) == pytest.approx(read, abs=1e-6)


def test_words_that_share_next_to_no_weight_are_added_up_or_read_again():
    """Of what 1 − α leaves nothing has a digit; where even the weights are nothing, the model reads what is left."""
    for size in (30.0, 1e4):
        run = trained("attention", "vectors.width=7", "training.seed=5")
        with torch.no_grad():
            run.model.pool.query.mul_(size)
        question = question_of(run, TEXTS[3])
        sets = [[word] for word in range(len(question.words))]
        read = question.scores([one.tolist() for one in question.variants(sets, "left-out")[0]]).numpy()
        assert question.without(sets) == pytest.approx(read, abs=1e-5)


def test_variants_that_are_alike_are_read_once(monkeypatch):
    run, read, usual = trained("text-query", "vectors.width=7"), [], module.said_of
    question = question_of(run, "like like not like")
    monkeypatch.setattr(module, "said_of", lambda *asked: read.append(asked[1]) or usual(*asked))
    found = question.without([[0], [1], [3], [2], [0]])
    assert len(read[0]) == 3
    assert found[0] == found[1] == found[4]
    assert found[[0, 2, 3]] == pytest.approx(
        question.scores([question.ids[1:], question.ids[:3], [*question.ids[:2], question.ids[3]]]).numpy()
    )


def test_which_models_are_means():
    assert is_mean(trained("attention", "vectors.width=7").model)
    assert not is_mean(trained("text-query", "vectors.width=7").model)
