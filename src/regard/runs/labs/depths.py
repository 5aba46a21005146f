"""The depth sweep: what another layer does to plain self-attention, to residuals, to BatchNorm (rows S1, S2, S2b)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import torch
from torch import nn

from regard.data.batch import Batch
from regard.findings.self_attention import Depth
from regard.metrics.intervals import over_seeds
from regard.runs.labels.build import Prepared
from regard.runs.labels.purpose import newborn
from regard.runs.progress import silent
from regard.runs.recipe import Recipe
from regard.runs.run import open_run
from regard.runs.training import Trained
from regard.tasks.classify import Classify

KINDS = ("self", "self-residual", "self-batchnorm")
DEPTHS = (1, 2, 3, 6, 12)
STEPS = 1200
"""Updates of each model of the sweep, on a corpus of which more passes would be made: enough to see what depth does."""
TEXTS = 64
"""Training texts over which a gradient is taken."""


def by_depth(ladder: Mapping[str, Recipe], depths: Sequence[int]) -> dict[str, Recipe]:
    """For each kind and depth the name of a run and its recipe: the ladder's, with so many layers."""
    return {
        f"depth/{kind}-{layers}": _with(ladder[kind], layers) for kind in KINDS if kind in ladder for layers in depths
    }


def _with(made: Recipe, layers: int) -> Recipe:
    """The recipe with so many layers: if they are more than its own, they take smaller steps, own / L as large.

    Steps of Adam are equally large whatever the gradient, so that what L layers add up to moves L times as far; with a
    rate of 1/L it moves as far as in few layers (Yang et al., 2024, "Tensor Programs VI", table 1, where 1/√L of it is
    a factor of each layer). The word vectors keep their rate.
    """
    own, training = int(made.model["layers"]), made.training
    slower = min(1.0, own / layers)
    return replace(
        made,
        model={**made.model, "layers": layers},
        training=replace(
            training,
            learning_rate=training.learning_rate * slower,
            vectors_rate=training.vectors_rate / slower,
            least_steps=min(STEPS, training.least_steps),
        ),
    )


def depth(made: Recipe, runs: Sequence[Trained], data: Prepared) -> Depth:
    """One kind at one depth: how well it does over all seeds, and how much of the loss reaches the layers of one."""
    texts = data.train.batch(np.arange(min(TEXTS, len(data.train))))
    task = Classify(validation=data.validation, entropy_weight=made.task.entropy_weight, smoothing=made.task.smoothing)
    first = runs[0]
    seed = first.recipe.training.seed
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        fresh, _ = newborn(first.recipe, data, silent)
    values = [run.test.value for run in runs]
    return Depth(
        model=made.name,
        layers=int(made.model["layers"]),
        value=float(np.mean(values)),
        interval=over_seeds(values, first.test.n),
        train_loss=float(np.mean([run.epochs[-1].train_loss for run in runs])),
        updates=len(first.epochs) * -(-len(data.train) // made.training.batch),
        born=gradient_norms(fresh, task, texts, seed),
        trained=gradient_norms(open_run(first.folder).model, task, texts, seed),
    )


def gradient_norms(model: nn.Module, task: Classify, batch: Batch, seed: int) -> list[float]:
    """Norm of the gradient of the loss that is trained on, with respect to each layer's weights, first layer first.

    Taken as in training, with dropout; the seed draws the same dropout each time.
    """
    layers = next(part for part in model.modules() if isinstance(part, nn.ModuleList))
    model.train()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        task.loss(model, batch).backward()
    norms = [torch.stack([p.grad.norm() for p in layer.parameters() if p.grad is not None]).norm() for layer in layers]
    model.zero_grad()
    return [float(norm) for norm in norms]
