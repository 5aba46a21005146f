"""Questions about models that take a moment to train."""

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from regard.data.probes.reviews import reviews
from regard.runs.labels.build import prepare
from regard.runs.recipe import recipe, with_corpus
from regard.runs.run import Run, open_run
from regard.runs.training import train

QUICK = ("training.epochs=2", "training.least_steps=0", "training.batch=16", "text.least=1")


@cache
def trained(name: str, *changes: str) -> Run:
    """A run on a few reviews, made once."""
    made = with_corpus(recipe(name, changes=[*QUICK, *changes]), "probe-reviews")
    folder = Path(mkdtemp(prefix="explained-")) / name
    for _ in train(made, folder, data=prepare(made, reviews(0, train=60, validation=20, test=24))):
        pass
    return open_run(folder)
