"""Runs that take a moment: few texts, narrow vectors, two epochs."""

import hashlib
from functools import cache
from pathlib import Path

from regard.data.examples import Corpus
from regard.data.probes.reviews import reviews
from regard.runs.labels.build import Prepared, prepare
from regard.runs.recipe import Recipe, recipe, with_corpus
from regard.runs.training import Events, Trained, train

QUICK = ("training.epochs=2", "training.least_steps=0", "training.batch=16", "vectors.width=7", "text.least=1")


@cache
def corpus(train: int = 60, validation: int = 20, test: int = 24) -> Corpus:
    return reviews(0, train=train, validation=validation, test=test)


def small(name: str = "attention", *changes: str) -> Recipe:
    return with_corpus(recipe(name, changes=[*QUICK, *changes]), "probe-reviews")


def prepared(made: Recipe) -> Prepared:
    return prepare(made, corpus())


def last(events: Events) -> Trained:
    """What a training gives at its end."""
    while True:
        try:
            next(events)
        except StopIteration as end:
            return end.value


def trained(folder: Path, name: str = "attention", *changes: str) -> Trained:
    made = small(name, *changes)
    return last(train(made, folder, data=prepared(made)))


def fingerprint(folder: Path) -> str:
    """The checksum of a run's weights."""
    return hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()


def everything(folder: Path) -> list[str]:
    """The paths below a folder, itself included; nothing if it is not there."""
    return [str(folder), *sorted(str(file) for file in folder.rglob("*"))] if folder.exists() else []
