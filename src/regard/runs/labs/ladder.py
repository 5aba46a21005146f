"""A ladder: several recipes, several seeds, one corpus; each run is trained once and found again afterwards."""

import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from regard.data.examples import Corpus
from regard.metrics.intervals import over_seeds, paired
from regard.results import Comparison, Row
from regard.runs.build import Prepared, Progress, possible, prepare
from regard.runs.labs.crew import Data, Job, Show, done
from regard.runs.recipe import Recipe, TextPart, recipe, with_corpus
from regard.runs.training import Trained


def rungs(models: Iterable[str], changes: Sequence[str], corpus: str) -> dict[str, Recipe]:
    """The recipe of each model on a corpus, with single leaves changed; all of them can be built."""
    made = {name: with_corpus(recipe(name, changes=changes), corpus) for name in models}
    for one in made.values():
        possible(one)
    return made


def tokenised(recipes: Iterable[Recipe], corpus: Corpus, progress: Progress) -> dict[TextPart, Prepared]:
    """The corpus in tokens, once for each way in which a recipe asks for it."""
    data: dict[TextPart, Prepared] = {}
    for made in recipes:
        if made.text not in data:
            data[made.text] = prepare(made, corpus, progress=progress)
    return data


def climb(
    recipes: Mapping[str, Recipe],
    seeds: Mapping[str, Sequence[int]],
    data: Data,
    out: Path,
    *,
    workers: int,
    show: Show,
) -> dict[str, list[Trained[Any]]]:
    """Train every recipe with each of its seeds, into `out/NAME/SEED`; the runs of each name."""
    jobs = [
        Job(f"{name}, seed {seed}", replace(made, training=replace(made.training, seed=seed)), out / name / str(seed))
        for name, made in recipes.items()
        for seed in seeds[name]
    ]
    runs = iter(done(jobs, data, workers, show))
    return {name: [next(runs) for _ in seeds[name]] for name in recipes}


def row(made: Recipe, runs: Sequence[Trained]) -> Row:
    """One line of the table, from the runs of all seeds."""
    tests = [run.test for run in runs]
    scores = [test.value for test in tests]
    return Row(
        row=made.row,
        model=made.name,
        seeds=[run.recipe.training.seed for run in runs],
        metric="accuracy",
        value=float(np.mean(scores)),
        interval=over_seeds(scores, tests[0].n),
        parameters=runs[0].parameters,
        seconds=float(np.mean([run.seconds for run in runs])),
        tokens_per_second=float(np.mean([run.tokens_per_second for run in runs])),
        validation=float(np.mean([run.validation.value for run in runs])),
        per_seed=scores,
        slices={name: float(np.mean([test.slices[name] for test in tests])) for name in tests[0].slices},
        entropy=_mean([test.entropy for test in tests]),
        rationale=_mean([test.rationale for test in tests]),
        rationale_uniform=_mean([test.rationale_uniform for test in tests]),
        epochs=[run.epochs for run in runs],
    )


def compare(name: str, runs: Sequence[Trained], baseline: str, base: Sequence[Trained]) -> Comparison:
    """Two models on the same test examples."""
    difference, interval, p = paired([run.test.right for run in runs], [run.test.right for run in base])
    return Comparison(model=name, baseline=baseline, difference=difference, interval=interval, p=p)


def versions() -> dict[str, str]:
    """What the figures were made with."""
    return {"regard": version("regard"), "torch": version("torch"), "python": platform.python_version()}


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else None
