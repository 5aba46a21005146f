"""Small trainings: a few texts of random words, models with dropout and with running statistics."""

import json
import math
from typing import Any

import numpy as np
import torch
from safetensors.torch import load, save
from torch import Tensor, nn

from regard.data.batch import Batch
from regard.data.labelled_rows import LabelledRows
from regard.data.loading import Texts
from regard.layers.pooling import MeanPool
from regard.layers.vectors import WordVectors
from regard.models import CLASSIFIERS
from regard.tasks.classify import Classify
from regard.training.loop import Loop
from regard.training.settings import Settings

WORDS, WIDTH, CLASSES, BATCH = 31, 5, 3, 4
Frozen = tuple[bytes, str]
"""A state as it lies on the disk."""


class Normed(nn.Module):
    """A mean of word vectors behind batch normalisation, which has running statistics and a counter."""

    looks = "pool"

    def __init__(self) -> None:
        super().__init__()
        self.embed = WordVectors(WORDS, WIDTH)
        self.pool, self.norm, self.drop = MeanPool(), nn.BatchNorm1d(WIDTH), nn.Dropout(0.3)
        self.classify = nn.Linear(WIDTH, CLASSES)

    def forward(self, batch: Batch) -> Tensor:
        text = self.pool(self.embed(batch.words), batch.tokens, batch.rows)
        return self.classify(self.drop(self.norm(text)))


class Shrinking(Classify):
    """A task that likes small weights: the longer the training, the worse the score."""

    def measure(self, model: nn.Module) -> dict[str, float | list[int]]:
        size = sum(float(p.detach().square().sum()) for p in model.parameters())
        return super().measure(model) | {"score": -size}


def texts(count: int, seed: int = 0) -> Texts:
    dice = np.random.default_rng(seed)
    lengths = dice.integers(1, 9, count)
    labels = dice.integers(0, CLASSES, count)
    return Texts(dice.integers(0, WORDS, lengths.sum()), np.cumsum([0, *lengths]), labels)


def new_model(kind: str) -> nn.Module:
    if kind == "normed":
        return Normed()
    more = {"cell": "lstm", "states": 3} if kind == "state-attention" else {}
    return CLASSIFIERS[kind](WordVectors(WORDS, WIDTH), CLASSES, dropout=0.3, **more)


def new_loop(kind: str = "attention", *, task: type[Classify] = Classify, count: int = 18, **settings: Any) -> Loop:
    """A loop at its beginning; `settings.seed` decides all that is random."""
    chosen = Settings(**{"batch": BATCH, "epochs": 3, "learning_rate": 0.05, **settings})
    torch.manual_seed(chosen.seed)
    source = LabelledRows(texts=texts(count), batch=chosen.batch, seed=chosen.seed, by_length=kind == "state-attention")
    return Loop(new_model(kind), task(validation=texts(7, seed=1), smoothing=0.1), source, chosen)


def frozen(loop: Loop) -> Frozen:
    """A loop's state, by way of the disk's formats."""
    tensors, facts = loop.state()
    return save({name: tensor.contiguous() for name, tensor in tensors.items()}), json.dumps(facts)


def thawed(loop: Loop, state: Frozen) -> Loop:
    """The loop, standing where the state was frozen."""
    loop.restore(load(state[0]), json.loads(state[1]))
    return loop


def outcome(loop: Loop) -> dict[str, Any]:
    """All that must repeat: every bit of every weight, and every figure but the clock's."""
    tensors, facts = loop.state()
    bits = {name: (tensor.dtype, tensor.cpu().numpy().tobytes()) for name, tensor in tensors.items()}
    return bits | {name: value for name, value in facts.items() if name != "seconds"}


def finished(loop: Loop) -> Loop:
    """The loop at its end."""
    for event in loop.run():
        assert event is not None
    assert math.isfinite(loop.standing.best_loss)
    return loop
