"""Few labels: a model that has read the texts before against the same one that has not (rows T8, T9)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from regard.data.examples import Corpus
from regard.findings.transformers import FewLabels
from regard.metrics.intervals import over_seeds
from regard.runs.recipe import Recipe
from regard.runs.trained import Trained

LABELS = (100, 500, 2500)
"""How many are tried besides all of them, as far as the corpus has so many."""


def few_labels(name: str, own: Recipe, found: Corpus) -> dict[str, Recipe]:
    """For each number of labels the name of a run and its recipe, from the weights `own` starts from and without."""
    sizes = [*(size for size in LABELS if len(found.classes) <= size < len(found.train)), 0]
    return {
        f"labels/{name}-{size or 'all'}{'-random' if random else ''}": replace(
            own,
            corpus=replace(own.corpus, labels=size),
            start=replace(own.start, random=random),
        )
        for size in sizes
        for random in (False, True)
    }


def points(name: str, recipes: Mapping[str, Recipe], runs: Mapping[str, Sequence[Trained]]) -> list[FewLabels]:
    """How well each does over all its seeds."""
    return [_point(name, made, runs[run]) for run, made in recipes.items()]


def _point(name: str, made: Recipe, runs: Sequence[Trained]) -> FewLabels:
    first, values = runs[0], [run.test.value for run in runs]
    made_steps = len(first.epochs) * -(-first.sizes["train"] // made.training.batch)
    return FewLabels(
        model=name,
        labels=first.sizes["train"],
        whole=not made.corpus.labels,
        pretrained=not made.start.random,
        value=float(np.mean(values)),
        interval=over_seeds(values, first.test.n),
        per_seed=values,
        updates=min(made_steps, made.training.most_steps or made_steps),
    )
