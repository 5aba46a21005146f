"""Runs that learned planted words in a moment."""

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from regard.data.probes.shortcuts import shortcut_reviews
from regard.runs.labels.build import prepare
from regard.runs.recipe import recipe, with_corpus
from regard.runs.run import Run, open_run
from regard.runs.training import train

QUICK = ("training.epochs=6", "training.least_steps=0", "training.learning_rate=0.03", "vectors.width=12")
TRAIN, VALIDATION, TEST = 800, 20, 120


@cache
def corpus(seed: int):
    """Few of the texts."""
    return shortcut_reviews(seed, train=TRAIN, validation=VALIDATION, test=TEST)


@cache
def learned(name: str, seed: int = 0, *changes: str) -> Run:
    """A run on `probe-shortcuts`, made once."""
    made = with_corpus(recipe(name, changes=[*QUICK, f"training.seed={seed}", *changes]), "probe-shortcuts")
    folder = Path(mkdtemp(prefix="planted-")) / f"{name}-{seed}"
    for _ in train(made, folder, data=prepare(made, corpus(0))):
        pass
    return open_run(folder)
