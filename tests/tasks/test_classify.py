"""The task of naming a text's class: its loss by hand, its predictions in the order of the texts."""

import math
from functools import partial

import numpy as np
import pytest
import torch
from torch import Tensor, nn
from torch.testing import assert_close

from regard.attention.watch import watching
from regard.data.batch import Batch, collate
from regard.data.loading import Texts, in_turn
from regard.layers.vectors import WordVectors
from regard.models import CLASSIFIERS
from regard.tasks import classify
from regard.tasks.classify import Classify, log_probabilities, predict, watched

WORDS, WIDTH, CLASSES = 31, 5, 3
SETTINGS = {
    "final-state": {"cell": "lstm", "states": 7},
    "state-attention": {"cell": "gru", "states": 7},
    "state-mean": {"cell": "rnn", "states": 7},
    "transformer": {"layers": 2, "heads": 1, "pooling": "cls"},
}


def made(kind: str) -> nn.Module:
    torch.manual_seed(0)
    model = CLASSIFIERS[kind](WordVectors(WORDS, WIDTH), CLASSES, **SETTINGS.get(kind, {}))
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.normal_()
    return model.double().eval()


def some(*lengths: int, labelled: bool = True) -> Texts:
    dice = np.random.default_rng(0)
    labels = dice.integers(0, CLASSES, len(lengths)) if labelled else None
    return Texts(dice.integers(0, WORDS, sum(lengths)), np.cumsum([0, *lengths]), labels)


def whole(texts: Texts) -> Batch:
    return collate(texts.ids, texts.lengths, texts.labels)


def by_hand(logits: Tensor, labels: Tensor, smoothing: float = 0.0) -> float:
    """− Σ_c target(c) log p(c), mean over texts."""
    losses = []
    for row, label in zip(logits.tolist(), labels.tolist(), strict=True):
        total = sum(math.exp(value) for value in row)
        target = [smoothing / CLASSES + (1 - smoothing) * (c == label) for c in range(CLASSES)]
        losses.append(-sum(t * math.log(math.exp(v) / total) for t, v in zip(target, row, strict=True)))
    return sum(losses) / len(losses)


def entropies(weights: Tensor) -> list[float]:
    """Of each text alone in its batch: the mean over its heads and queries."""
    each = [[-sum(p * math.log(p) for p in row if p > 0) for row in text] for text in weights.flatten(1, 2).tolist()]
    return [sum(rows) / len(rows) for rows in each]


@pytest.mark.parametrize("smoothing", [0.0, 0.2])
@pytest.mark.parametrize("weight", [0.0, 0.5, -0.3])
@pytest.mark.parametrize("kind", ["attention", "text-query", "state-attention"])
def test_the_loss_is_cross_entropy_and_entropy(kind, weight, smoothing):
    model, batch = made(kind), whole(some(4, 1, 7))
    assert batch.labels is not None
    with watching(model) as watch:
        logits = model(batch)
    expected = by_hand(logits, batch.labels, smoothing) + weight * float(np.mean(entropies(watch.maps["pool"][-1])))
    loss = Classify(validation=some(2), entropy_weight=weight, smoothing=smoothing).loss(model, batch)
    assert float(loss.detach()) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("weight", [5.0, -5.0])
def test_the_weight_on_entropy_presses_together_or_spreads(weight):
    model, batch = made("attention"), whole(some(6, 9))
    with watching(model) as watch:
        model(batch)
    before = np.mean(entropies(watch.maps["pool"][0]))
    task, descent = Classify(validation=some(2), entropy_weight=weight), torch.optim.SGD(model.parameters(), lr=0.01)
    for _ in range(20):
        descent.zero_grad()
        task.loss(model, batch).backward()
        descent.step()
    with watching(model) as watch:
        model(batch)
    after = np.mean(entropies(watch.maps["pool"][0]))
    assert (after < before) if weight > 0 else (after > before)


def test_the_loss_survives_attention_on_a_single_word():
    model, batch = made("attention").float(), whole(some(6, 9))
    with torch.no_grad():
        model.pool.query.mul_(1e3)
    with watching(model) as watch:
        model(batch)
    assert (watch.maps["pool"][0][1] == 0).any(), "a weight of a real word became 0"
    Classify(validation=some(2), entropy_weight=1.0).loss(model, batch).backward()
    assert all(p.grad is not None and p.grad.to_dense().isfinite().all() for p in model.parameters())


@pytest.mark.parametrize("kind", CLASSIFIERS)
def test_predictions_come_in_the_order_of_the_texts(kind):
    model, texts = made(kind), some(3, 9, 1, 5, 9, 2)
    said = predict(model, texts)
    for number in range(len(texts)):
        alone = texts.batch(np.array([number]))
        logits, weights = watched(model, alone)
        assert_close(torch.from_numpy(said.probabilities[number]), logits.softmax(-1)[0], rtol=0, atol=1e-12)
        assert said.labels[number] == int(logits.argmax())
        assert said.losses is not None
        assert texts.labels is not None
        assert said.losses[number] == pytest.approx(by_hand(logits, torch.tensor([texts.labels[number]])), abs=1e-12)
        if weights is None:
            assert said.entropies is None
        else:
            assert said.entropies is not None
            keys = weights.shape[-1]
            if keys > len(alone.tokens):
                weights = weights[:, :, :1]
            share = entropies(weights)[0] / math.log(keys) if keys > 1 else math.nan
            assert said.entropies[number] == pytest.approx(share, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("kind", CLASSIFIERS)
def test_predictions_do_not_depend_on_batches(kind, monkeypatch):
    model, texts = made(kind), some(*range(1, 14))
    at_once = predict(model, texts)
    monkeypatch.setattr(classify, "in_turn", partial(in_turn, tokens=20))
    bit_by_bit = predict(model, texts)
    np.testing.assert_allclose(bit_by_bit.probabilities, at_once.probabilities, rtol=0, atol=1e-12)
    np.testing.assert_allclose(bit_by_bit.losses, at_once.losses, rtol=0, atol=1e-12)
    if at_once.entropies is not None:
        np.testing.assert_allclose(bit_by_bit.entropies, at_once.entropies, rtol=0, atol=1e-12)


def test_texts_without_labels_have_no_losses():
    assert predict(made("mean"), some(3, 2, labelled=False)).losses is None


def test_what_a_teacher_says_comes_in_the_order_of_the_texts_too(monkeypatch):
    model, texts, shares = made("state-attention"), some(3, 9, 1, 5, 9, 2), []
    monkeypatch.setattr(classify, "in_turn", partial(in_turn, tokens=10))
    said = log_probabilities(model, texts, shares.append)
    np.testing.assert_allclose(said.exp().numpy(), predict(model, texts).probabilities, rtol=0, atol=1e-6)
    assert shares == sorted(shares)
    assert len(shares) > 3
    assert shares[-1] == 1


def test_predicting_drops_nothing():
    torch.manual_seed(0)
    model = CLASSIFIERS["mean"](WordVectors(WORDS, WIDTH), CLASSES, dropout=0.5).train()
    texts = some(3, 9, 4)
    np.testing.assert_array_equal(predict(model, texts).probabilities, predict(model, texts).probabilities)


@pytest.mark.parametrize("kind", ["final-state", "attention"])
def test_a_model_is_run_once_with_attention_or_without(kind):
    model = made(kind)
    calls: list[None] = []
    model.register_forward_hook(lambda *_: calls.append(None))
    watched(model, whole(some(3, 2)))
    assert len(calls) == 1


def test_the_weights_are_those_that_the_verdict_rests_on():
    model, batch = made("text-query"), whole(some(4, 6))
    with watching(model) as watch:
        model(batch)
    _, weights = watched(model, batch)
    assert weights is not None
    assert torch.equal(weights, watch.maps["pool"][0])
    assert not torch.equal(weights, watch.maps["pool.mean"][0])


def test_measures_are_those_of_the_predictions():
    model, texts = made("attention"), some(3, 9, 1, 5, 9, 2)
    said, figures = predict(model, texts), Classify(validation=texts).measure(model)
    assert said.losses is not None
    assert said.entropies is not None
    assert figures["score"] == np.mean(said.labels == texts.labels)
    assert figures["loss"] == pytest.approx(said.losses.mean())
    assert figures["entropy"] == pytest.approx(np.nanmean(said.entropies))
    histogram = figures["histogram"]
    assert isinstance(histogram, list)
    assert sum(histogram) == 5, "the text of one word is in no bin"


@pytest.mark.parametrize(("kind", "lengths"), [("final-state", (3, 2)), ("attention", (1, 1))])
def test_where_no_entropy_is_known_none_is_told(kind, lengths):
    assert set(Classify(validation=some(*lengths)).measure(made(kind))) == {"score", "loss"}
