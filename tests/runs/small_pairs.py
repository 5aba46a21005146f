"""Translators that take a moment: few pairs, narrow models, two epochs."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from regard.data.examples import Pairs
from regard.data.probes.phrases import phrases
from regard.runs.pairs.build import PreparedPairs, prepare_pairs
from regard.runs.recipe import Recipe, recipe
from regard.runs.trained import Trained
from regard.runs.training import train

from .small import last

QUICK = ("training.epochs=2", "training.least_steps=0", "training.batch=50", "text.size=400", "model.width=8")
SIZES = {"transformer": ("model.heads=2", "model.hidden=12", "model.layers=2")}


@cache
def pairs() -> Pairs:
    """Short pairs, but for one to test on, which is longer than any to learn from."""
    made = phrases(0, train=60, validation=30, test=30)
    parts = (made.train, made.validation, made.test)
    short = [[pair for pair in part if len(pair.source.split()) < 10] for part in parts]
    long = next(pair for pair in made.test if "long" in pair.slices)
    return replace(made, train=short[0][:16], validation=short[1][:4], tests={"test": [*short[2][:5], long]})


def small(name: str = "bahdanau", *changes: str) -> Recipe:
    sizes = SIZES.get(name, ("model.states=6",))
    return recipe(name, task="translate", changes=[*QUICK, *sizes, *changes])


def prepared(made: Recipe) -> PreparedPairs:
    return prepare_pairs(made, pairs())


def trained(folder: Path, name: str = "bahdanau", *changes: str) -> Trained:
    made = small(name, *changes)
    return last(train(made, folder, data=prepared(made)))
