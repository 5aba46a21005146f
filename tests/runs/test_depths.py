"""What depth does: gradients against derivatives worked out by hand, and the same numbers each time."""

from dataclasses import replace

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from regard.runs.labels.purpose import newborn
from regard.runs.labs.depths import by_depth, depth, gradient_norms
from regard.runs.progress import silent
from regard.runs.recipe import recipe
from regard.tasks.classify import Classify

from .small import prepared, small, trained


class OneEach(torch.nn.Module):
    """logits = w₃ (w₂ (w₁ x)): the derivatives can be written down."""

    def __init__(self, weights: tuple[float, float], last: float) -> None:
        super().__init__()
        self.layers = torch.nn.ModuleList(torch.nn.Linear(1, 1, bias=False) for _ in weights)
        for layer, weight in zip(self.layers, weights, strict=True):
            torch.nn.init.constant_(layer.weight, weight)
        self.last = last

    def forward(self, batch) -> torch.Tensor:
        x = torch.tensor([[1.0], [-3.0]])
        for layer in self.layers:
            x = layer(x)
        return torch.cat([torch.zeros_like(x), self.last * x], dim=1)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_gradients_are_those_of_the_loss_that_is_trained_on(smoothing):
    a, b, c = 0.7, 0.4, 0.9
    data = prepared(small("self"))
    batch = data.train.batch(np.arange(2))
    labels = batch.labels.double()
    task = Classify(validation=data.validation, smoothing=smoothing)
    x = torch.tensor([1.0, -3.0]).double()
    target = (1 - smoothing) * labels + smoothing / 2
    slope = (torch.sigmoid(a * b * c * x) - target) * c * x
    expected = [abs(float((slope * b).mean())), abs(float((slope * a).mean()))]
    assert gradient_norms(OneEach((a, b), c), task, batch, seed=0) == pytest.approx(expected, rel=1e-5)


def test_gradients_are_drawn_with_dropout_and_the_same_each_time():
    made = small("self-residual", "model.dropout=0.5", "model.layers=2", "vectors.width=8")
    data = prepared(made)
    batch = data.train.batch(np.arange(8))
    task = Classify(validation=data.validation, smoothing=0.1)
    torch.manual_seed(4)
    model, _ = newborn(made, data, silent)
    before = torch.random.get_rng_state()
    first, again, other = (gradient_norms(model, task, batch, seed) for seed in (0, 0, 1))
    assert first == again != other
    assert torch.equal(torch.random.get_rng_state(), before)
    torch.manual_seed(0)
    model.train()
    F.cross_entropy(model(batch), batch.labels, label_smoothing=0.1).backward()
    for layer, norm in zip(model.encoder.layers, first, strict=True):
        squares = sum(float(p.grad.double().square().sum()) for p in layer.parameters())
        assert norm == pytest.approx(squares**0.5, rel=1e-5)


def test_the_depth_of_a_run_is_the_same_each_time(tmp_path):
    made = small("self", "model.layers=2", "model.dropout=0.4", "training.epochs=1")
    run = trained(tmp_path / "run", "self", "model.layers=2", "model.dropout=0.4", "training.epochs=1")
    data = prepared(made)
    first = depth(made, [run], data)
    torch.manual_seed(99)
    assert depth(made, [run], data) == first
    assert (first.value, first.interval) == (run.test.value, run.test.interval)
    other = replace(run, test=replace(run.test, right=~run.test.right))
    assert depth(made, [run, other], data).value == pytest.approx(0.5)
    assert first.updates == 4, "60 texts in batches of 16, once"


def test_deeper_models_take_smaller_steps_and_all_equally_many():
    ladder = {name: recipe(name) for name in ("self", "self-residual")}
    made = by_depth(ladder, (1, 3, 12))
    assert list(made) == [f"depth/{kind}-{layers}" for kind in ladder for layers in (1, 3, 12)]
    for kind, own in ladder.items():
        each = [made[f"depth/{kind}-{layers}"] for layers in (1, 3, 12)]
        assert [one.model for one in each] == [{**own.model, "layers": layers} for layers in (1, 3, 12)]
        assert [one.training.learning_rate / own.training.learning_rate for one in each] == [1, 1, 0.25]
        of_vectors = [one.training.learning_rate * one.training.vectors_rate for one in each]
        assert of_vectors == pytest.approx([own.training.learning_rate * own.training.vectors_rate] * 3)
        assert len({one.training.least_steps for one in each}) == 1
