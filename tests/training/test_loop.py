"""The loop: its events, what it keeps, when it stops."""

import itertools
import math

import pytest
import torch

from regard.results import Epoch
from regard.tasks.classify import Classify
from regard.training.loop import Diverged, Step
from regard.training.standing import copied

from .toys import Shrinking, finished, new_loop, outcome

KINDS = ["attention", "state-attention", "normed"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_bits_and_another_seed_others(kind):
    first, again, other = (finished(new_loop(kind, seed=seed, ema=0.5)) for seed in (3, 3, 4))
    assert outcome(first) == outcome(again)
    assert not torch.equal(first.best["classify.weight"], other.best["classify.weight"])


def test_events_are_steps_and_after_each_epoch_a_measurement():
    loop = new_loop(count=18, epochs=2)
    events = list(loop.run())
    assert [type(event) for event in events] == [*[Step] * 5, Epoch] * 2
    steps = [event for event in events if isinstance(event, Step)]
    assert [(step.step, step.steps, step.epoch) for step in steps] == [(n + 1, 10, 1 + n // 5) for n in range(10)]
    epochs = [event for event in events if isinstance(event, Epoch)]
    assert [epoch.epoch for epoch in epochs] == [1, 2]
    assert epochs == loop.standing.epochs
    for epoch in epochs:
        losses = [step.loss for step in steps if step.epoch == epoch.epoch]
        assert epoch.train_loss == pytest.approx(sum(losses) / 5, rel=1e-12)
        assert sum(epoch.histogram or []) > 0
    assert list(loop.run()) == [], "a finished loop does no more"


def test_training_makes_the_loss_smaller():
    losses = [epoch.train_loss for epoch in finished(new_loop(epochs=12, patience=0, weight_decay=0.0)).standing.epochs]
    assert losses[-1] < 0.8 * losses[0]


def test_every_text_is_seen_once_an_epoch():
    loop = new_loop(count=18, epochs=2)
    finished(loop)
    assert loop.standing.tokens == 2 * len(loop.source.texts.ids)


def test_the_best_weights_are_those_of_the_best_epoch():
    loop = new_loop(epochs=4, patience=0)
    seen = []
    for event in loop.run():
        if isinstance(event, Epoch):
            seen.append(({k: v.clone() for k, v in loop.model.state_dict().items()}, event))
    weights, best = max(seen, key=lambda pair: (pair[1].validation, -pair[1].validation_loss))
    assert best.epoch == loop.standing.best_epoch
    assert all(torch.equal(weights[name], loop.best[name]) for name in weights)


def test_the_last_weights_are_kept_where_nothing_is_chosen():
    loop = new_loop(epochs=12, keep="last", patience=0.1)
    seen = [copied(loop.model) for event in loop.run() if isinstance(event, Epoch)]
    assert len(seen) == 12, "no stopping early"
    assert all(torch.equal(seen[-1][name], weight) for name, weight in loop.best.items())


def test_a_lower_loss_decides_between_equal_scores():
    class Even(Classify):
        losses = iter([3.0, 1.0, 2.0, 1.0])

        def measure(self, model):
            return {"score": 0.5, "loss": next(self.losses)}

    assert finished(new_loop(task=Even, epochs=4, patience=0)).standing.best_epoch == 2


def test_a_loss_that_is_no_number_ends_the_run_before_it_harms_the_weights():
    class Breaking(Classify):
        count = itertools.count(1)

        def loss(self, model, batch):
            return super().loss(model, batch) * (math.nan if next(self.count) == 3 else 1)

    loop = new_loop(task=Breaking)
    steps = loop.run()
    for _ in range(2):
        next(steps)
    before = {name: tensor.clone() for name, tensor in loop.model.state_dict().items()}
    with pytest.raises(Diverged, match=r"became nan at step 3; try a smaller training.learning_rate"):
        next(steps)
    assert all(torch.equal(before[name], tensor) for name, tensor in loop.model.state_dict().items())


@pytest.mark.parametrize(("least", "epochs"), [(0, 2), (10, 2), (11, 3), (49, 10)])
def test_a_small_corpus_is_passed_over_until_enough_updates_are_made(least, epochs):
    loop = new_loop(count=18, epochs=2, least_steps=least, patience=0)
    assert loop.epochs == epochs
    finished(loop)
    assert (len(loop.standing.epochs), loop.standing.step) == (epochs, 5 * epochs)


@pytest.mark.parametrize(("patience", "epochs"), [(0.0, 8), (0.1, 2), (0.5, 5), (0.9, 8)])
def test_patience_is_a_share_of_all_epochs(patience, epochs):
    loop = finished(new_loop(task=Shrinking, epochs=8, patience=patience))
    assert loop.standing.best_epoch == 1
    assert len(loop.standing.epochs) == epochs


def weights_and_losses(loop):
    """After each event the weights of the classifier, and after each epoch the loss that was measured."""
    weights, losses = [], []
    for event in loop.run():
        weights.append(loop.model.classify.weight.detach().clone())
        losses += [event.validation_loss] if isinstance(event, Epoch) else []
    return weights, losses


def test_the_running_mean_is_measured_and_kept_and_the_weights_go_on():
    decay, epochs = 0.6, 2
    plain_weights, plain_losses = weights_and_losses(new_loop(epochs=epochs))
    loop = new_loop(epochs=epochs, ema=decay)
    mean = loop.model.classify.weight.detach().clone()
    weights, losses = weights_and_losses(loop)
    assert all(map(torch.equal, weights, plain_weights))
    assert all(a != b for a, b in zip(losses, plain_losses, strict=True))
    for number, weight in enumerate(weights, 1):
        if number % 6 == 0:
            continue
        mean = decay * mean + (1 - decay) * weight
        if number == 6 * loop.standing.best_epoch - 1:
            torch.testing.assert_close(loop.best["classify.weight"], mean)
    assert loop.average is not None
    torch.testing.assert_close(loop.average["classify.weight"], mean)


def test_a_counter_is_copied_into_the_running_mean():
    loop = finished(new_loop("normed", ema=0.9, epochs=2))
    assert loop.average is not None
    assert int(loop.average["norm.num_batches_tracked"]) == 10


@pytest.mark.parametrize(("precision", "same"), [("float32", True), ("tf32", True), ("bfloat16", False)])
def test_products_are_as_precise_as_asked_and_weights_stay_float32(precision, same):
    whole, loop = finished(new_loop()), finished(new_loop(precision=precision))
    weight = loop.model.classify.weight
    assert weight.dtype == torch.float32
    assert torch.equal(weight, whole.model.classify.weight) is same
    torch.testing.assert_close(weight, whole.model.classify.weight, rtol=0.1, atol=0.02)
    assert torch.get_float32_matmul_precision() == "highest"


@pytest.mark.parametrize(("precision", "products"), [("float32", "highest"), ("tf32", "high"), ("bfloat16", "high")])
def test_a_gpu_is_told_how_precise_products_are_while_a_loop_runs(precision, products):
    seen = set()

    class Noting(Classify):
        def loss(self, model, batch):
            seen.add(torch.get_float32_matmul_precision())
            return super().loss(model, batch)

    finished(new_loop(task=Noting, precision=precision))
    assert seen == {products}


def test_no_more_updates_are_made_than_allowed():
    loop = finished(new_loop(count=18, epochs=9, most_steps=7, patience=0))
    assert (loop.steps, loop.standing.step, loop.epochs) == (7, 7, 2)
    assert [epoch.epoch for epoch in loop.standing.epochs] == [1, 2]
    assert list(loop.run()) == []
    free, allowed = (finished(new_loop(count=18, epochs=2, most_steps=most)) for most in (0, 11))
    assert outcome(free) == outcome(allowed)


def test_an_epoch_that_is_cut_short_has_the_mean_loss_of_its_own_steps():
    events = list(new_loop(count=18, epochs=9, most_steps=7, patience=0).run())
    losses = [event.loss for event in events if isinstance(event, Step)]
    assert events[-1].train_loss == pytest.approx(sum(losses[5:]) / 2, rel=1e-12)
