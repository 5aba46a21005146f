"""Every model that has a recipe, tiny: sizes are distinct primes, so that no two can be taken for each other."""

from functools import cache

import numpy as np
import torch
from torch import Tensor, nn

from regard.data.batch import Batch, collate
from regard.data.labelled_rows import LabelledRows
from regard.data.loading import Texts
from regard.runs.labels.build import build
from regard.runs.recipe import Recipe, names, recipe
from regard.tasks.classify import Classify
from regard.text.tokenizer import Tokenizer
from regard.text.words import learn_words
from regard.training.loop import Loop
from regard.training.settings import Settings

WORDS, WIDTH, STATES, CLASSES, HEADS, SIZE, HIDDEN, LONGEST = 53, 5, 7, 3, 2, 6, 11, 1009

NAMES = names()
WITHOUT_ATTENTION = [name for name in NAMES if recipe(name).model["kind"] == "final-state"]
ATTENTIVE = [name for name in NAMES if name not in WITHOUT_ATTENTION]
ORDER_BLIND = ["mean", "attention", "attention-entropy", "text-query", "text-query-value"]
ORDER_BLIND += ["self", "self-residual", "self-batchnorm"]
ORDER_AWARE = [name for name in NAMES if name not in ORDER_BLIND]


@cache
def tokenizer() -> Tokenizer:
    """A vocabulary of `WORDS` entries."""
    return learn_words([" ".join(a + b for a in "bdfgklmnprt" for b in "aeiou")], size=WORDS)


def tiny_recipe(name: str, *, tuned: bool = True) -> Recipe:
    """A model's recipe at toy size."""
    changes = [f"vectors.width={WIDTH}", f"vectors.tuned={str(tuned).lower()}"]
    settings = recipe(name).model
    if "states" in settings:
        changes.append(f"model.states={STATES}")
    if "longest" in settings:
        changes.append(f"model.longest={LONGEST}")
    if "hidden" in settings:
        changes.append(f"model.hidden={HIDDEN}")
    if settings.get("heads", 1) != 1:
        changes += [f"model.heads={HEADS}", f"model.width={HEADS * SIZE}"]
    if name in ATTENTIVE:
        changes.append("model.attention_dropout=0.2")
    return recipe(name, changes=changes)


def newborn(name: str, seed: int = 0, *, tuned: bool = True) -> nn.Module:
    """A model as training finds it, in float64."""
    torch.manual_seed(seed)
    return build(tiny_recipe(name, tuned=tuned), tokenizer(), CLASSES).double()


def lively(name: str, seed: int = 0, *, tuned: bool = True) -> nn.Module:
    """A model all of whose parameters matter, in float64: none stands at zero, as some do at birth."""
    return stirred(newborn(name, seed, tuned=tuned)).eval()


def stirred(model: nn.Module) -> nn.Module:
    """The model with random parameters."""
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.normal_(std=0.7)
    return model


def texts(*lengths: int, seed: int = 1) -> Texts:
    """Random texts of these lengths with random labels, of words that are neither padding nor unknown."""
    dice = np.random.default_rng(seed)
    ids = dice.integers(2, WORDS, sum(lengths))
    labels = dice.permutation(np.arange(len(lengths)) % CLASSES)
    return Texts(ids, np.cumsum([0, *lengths]), labels)


def batch_of(*lengths: int, seed: int = 1) -> Batch:
    """The same as a batch."""
    made = texts(*lengths, seed=seed)
    return collate(made.ids, made.lengths, made.labels)


def task_of(name: str) -> Classify:
    """What a model is trained for, with its own weight on entropy."""
    part = tiny_recipe(name).task
    return Classify(validation=texts(3, 5), entropy_weight=part.entropy_weight, smoothing=part.smoothing)


def trained(name: str, seed: int) -> dict[str, Tensor]:
    """The weights after a short run of the real loop, dropout and all."""
    torch.manual_seed(seed)
    model = build(tiny_recipe(name), tokenizer(), CLASSES)
    source = LabelledRows(texts=texts(4, 7, 2, 9, 5, 3), batch=2, seed=seed, by_length=True)
    settings = Settings(epochs=2, batch=2, learning_rate=0.01, seed=seed)
    for _ in Loop(model, task_of(name), source, settings).run():
        pass
    return model.state_dict()
