"""A ladder: several recipes, several seeds, one corpus; each run is trained once and found again afterwards."""

import platform
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from regard.data.examples import Corpus
from regard.errors import Mistake
from regard.metrics.intervals import paired
from regard.results import Comparison
from regard.runs.differences import differences
from regard.runs.labels.build import Prepared, fits, possible, prepare
from regard.runs.labs.crew import Cut, Data, Job, Show, cut_of, done
from regard.runs.progress import Progress
from regard.runs.recipe import Recipe, recipe, with_corpus
from regard.runs.training import Trained
from regard.version import __version__


def rungs(
    models: Iterable[str], changes: Sequence[str], corpus: str, text: str = "", label: str = ""
) -> dict[str, Recipe]:
    """The recipe of each model on a corpus, with single leaves changed; all of them can be built."""
    made = {name: with_corpus(recipe(name, corpus=corpus, changes=changes), corpus, text, label) for name in models}
    for name, one in made.items():
        with one_of_many(name):
            possible(one)
    return made


def tokenised(recipes: Iterable[Recipe], corpus: Corpus, progress: Progress) -> dict[Cut, Prepared]:
    """The corpus in tokens, once for each way in which a recipe asks for it; every model can read its longest text."""
    data: dict[Cut, Prepared] = {}
    for made in recipes:
        if (cut := cut_of(made)) not in data:
            data[cut] = prepare(made, corpus, progress=progress)
        with one_of_many(made.name):
            fits(made, data[cut])
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


def compare(name: str, runs: Sequence[Trained], baseline: str, base: Sequence[Trained]) -> Comparison:
    """Two models on the same test examples."""
    difference, interval, p = paired([run.test.right for run in runs], [run.test.right for run in base])
    changes = differences(runs[0].recipe, base[0].recipe)
    return Comparison(model=name, baseline=baseline, difference=difference, interval=interval, p=p, changes=changes)


@contextmanager
def one_of_many(name: str) -> Generator[None]:
    """A block whose mistakes say of which model they speak."""
    try:
        yield
    except Mistake as mistake:
        raise Mistake(f"model {name} (--models chooses others): {mistake}") from mistake


def versions() -> dict[str, str]:
    """What the figures were made with."""
    return {"regard": __version__, "torch": version("torch"), "python": platform.python_version()}
