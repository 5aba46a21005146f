"""A ladder: several recipes, several seeds, one corpus; each run is trained once and found again afterwards."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from regard.data.examples import Corpus
from regard.metrics.intervals import over_seeds, paired
from regard.results import Comparison, Row
from regard.runs.build import Prepared, Progress, prepare, silent
from regard.runs.recipe import Recipe, TextPart
from regard.runs.run import RECIPE
from regard.runs.training import Events, Trained, resume, train

Follow = Callable[[Events, str], Trained]
"""Runs a training to its end and shows it under a name."""


@dataclass
class Ladder:
    """Recipes on one corpus, into the folders `out/MODEL/SEED`."""

    corpus: Corpus
    out: Path
    follow: Follow
    progress: Progress = silent
    prepared: dict[TextPart, Prepared] = field(default_factory=dict[TextPart, Prepared])

    def climb(self, made: Recipe, seeds: Sequence[int], name: str = "") -> list[Trained]:
        """Train a recipe with each seed; what an earlier call trained is measured again, not trained again."""
        name = name or made.name
        data = self.data(made)
        done: list[Trained] = []
        for seed in seeds:
            folder = self.out / name / str(seed)
            seeded = replace(made, training=replace(made.training, seed=seed))
            done.append(self.follow(self._events(seeded, folder, data), f"{name}, seed {seed}"))
        return done

    def _events(self, made: Recipe, folder: Path, data: Prepared) -> Events:
        if (folder / RECIPE).exists():
            return resume(folder, made=made, data=data)
        return train(made, folder, data=data)

    def data(self, made: Recipe) -> Prepared:
        """The corpus as this recipe's tokens; recipes that agree on tokens share them."""
        if made.text not in self.prepared:
            self.prepared[made.text] = prepare(made, self.corpus, progress=self.progress)
        return self.prepared[made.text]


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


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else None
