"""The lab `pooling`: the first chapter of the course, from the mean of word vectors to attention over states."""

from collections.abc import Mapping
from dataclasses import replace

from regard.results import LabResult, SweepPoint
from regard.runs.labels.build import read_corpus
from regard.runs.labs.ladder import climb, compare, rungs, tokenised, versions
from regard.runs.labs.reading import read_by_all
from regard.runs.labs.request import Request
from regard.runs.labs.rows import row
from regard.runs.recipe import Recipe
from regard.runs.training import Trained

MODELS = (
    "mean", "attention", "text-query", "text-query-value", "attention-entropy",
    "rnn", "lstm", "gru", "bi-lstm", "bi-gru", "stacked-lstm", "lstm-attention", "gru-attention",
)  # fmt: skip
"""The ladder, in the order of the course."""
BASELINE = "mean"
SWEEP = (-0.1, -0.03, -0.01, 0.0, 0.01, 0.03, 0.1)
"""Weights λ of the entropy in loss = CE + λ·H (row P5)."""


def pooling(asked: Request) -> LabResult:
    """Train the ladder, sweep the entropy weight, and gather what there is to show."""
    models = asked.chosen("pooling", MODELS)
    ladder = rungs(models, asked.changes, asked.corpus, asked.text, asked.label)
    corpus = read_corpus(ladder[models[0]])
    sweep = _sweep(ladder) if "attention-entropy" in ladder else {}
    further = {name: made for name, made in sweep.items() if name not in ladder}
    runs = climb(
        ladder | further,
        {name: range(asked.seeds) for name in ladder} | {name: [0] for name in further},
        tokenised((ladder | further).values(), corpus, asked.progress),
        asked.out / "runs",
        workers=asked.workers,
        show=asked.show,
    )
    against = BASELINE if BASELINE in ladder else models[0]
    return LabResult(
        lab="pooling",
        corpus=corpus.name,
        command=asked.command,
        sizes=corpus.sizes(),
        classes=list(corpus.classes),
        notes=list(dict.fromkeys(note for done in runs.values() for note in done[0].notes)),
        rows=[row(made, runs[name]) for name, made in ladder.items()],
        comparisons=[compare(name, runs[name], against, runs[against]) for name in ladder if name != against],
        texts=read_by_all(corpus, {name: runs[name][0].folder for name in ladder}),
        sweep=[_point(made, runs[name][0]) for name, made in sweep.items()],
        versions=versions(),
    )


def _sweep(ladder: Mapping[str, Recipe]) -> dict[str, Recipe]:
    """For each weight of the entropy the name of a run and its recipe: a model of the ladder where one is the same."""
    base = ladder["attention-entropy"]
    found: dict[str, Recipe] = {}
    for weight in SWEEP:
        made = replace(base, task=replace(base.task, entropy_weight=weight))
        same = (name for name, known in ladder.items() if replace(known, name=base.name, row=base.row) == made)
        found[next(same, f"sweep/{weight:+g}")] = made
    return found


def _point(made: Recipe, run: Trained) -> SweepPoint:
    assert run.test.entropy is not None, "attention has an entropy"
    return SweepPoint(
        weight=made.task.entropy_weight,
        value=run.test.value,
        interval=run.test.interval,
        entropy=run.test.entropy,
        rationale=run.test.rationale,
    )
