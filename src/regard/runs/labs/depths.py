"""The depth sweep: what another layer does to plain self-attention, to residuals, to BatchNorm (rows S1, S2, S2b)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from regard.data.batch import Batch
from regard.findings.self_attention import Depth
from regard.runs.build import Prepared, build
from regard.runs.recipe import Recipe
from regard.runs.run import open_run
from regard.runs.training import Trained

KINDS = ("self", "self-residual", "self-batchnorm")
DEPTHS = (1, 2, 3, 6, 12)
STEPS = 800
"""Updates of each model of the sweep, on a corpus of which more passes would be made: enough to see what depth does."""
TEXTS = 64
"""Training texts over which a gradient is taken."""


def by_depth(ladder: Mapping[str, Recipe], depths: Sequence[int]) -> dict[str, Recipe]:
    """For each kind and depth the name of a run and its recipe: the ladder's, with so many layers."""
    return {
        f"depth/{kind}-{layers}": replace(
            ladder[kind],
            model={**ladder[kind].model, "layers": layers},
            training=replace(ladder[kind].training, least_steps=min(STEPS, ladder[kind].training.least_steps)),
        )
        for kind in KINDS
        if kind in ladder
        for layers in depths
    }


def depth(made: Recipe, run: Trained, data: Prepared) -> Depth:
    """One kind at one depth: how well it does, and how much of the loss reaches each of its layers."""
    texts = data.train.batch(np.arange(min(TEXTS, len(data.train))))
    torch.manual_seed(run.recipe.training.seed)
    newborn = build(made, data.tokenizer, len(data.corpus.classes))
    return Depth(
        model=made.name,
        layers=int(made.model["layers"]),
        value=run.test.value,
        interval=run.test.interval,
        train_loss=run.epochs[-1].train_loss,
        born=gradient_norms(newborn, texts),
        trained=gradient_norms(open_run(run.folder).model, texts),
    )


def gradient_norms(model: nn.Module, batch: Batch) -> list[float]:
    """Norm of the gradient of the cross-entropy with respect to each layer's weights, first layer first."""
    assert batch.labels is not None, "texts to learn from carry labels"
    layers = next(part for part in model.modules() if isinstance(part, nn.ModuleList))
    model.train()
    F.cross_entropy(model(batch), batch.labels).backward()
    norms = [torch.stack([p.grad.norm() for p in layer.parameters() if p.grad is not None]).norm() for layer in layers]
    model.zero_grad()
    return [float(norm) for norm in norms]
