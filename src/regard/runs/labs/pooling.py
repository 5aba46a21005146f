"""The lab `pooling`: the first chapter of the course, from the mean of word vectors to attention over states."""

import platform
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from regard.data.corpora import open_corpus
from regard.data.examples import Corpus, Labelled
from regard.errors import unknown
from regard.explain.attention import raw
from regard.results import LabResult, Reading, SweepPoint, Text
from regard.runs.build import Progress, silent
from regard.runs.labs.ladder import Follow, Ladder, compare, row
from regard.runs.measure import on_rationale
from regard.runs.recipe import Recipe, recipe, with_corpus
from regard.runs.run import open_run
from regard.runs.training import Trained

MODELS = (
    "mean", "attention", "text-query", "text-query-value", "attention-entropy",
    "rnn", "lstm", "gru", "bi-lstm", "bi-gru", "stacked-lstm", "lstm-attention", "gru-attention",
)  # fmt: skip
"""The ladder, in the order of the course."""
BASELINE = "mean"
SWEEP = (-0.3, -0.1, -0.03, 0.0, 0.03, 0.1, 0.3)
"""Weights λ of the entropy in loss = CE + λ·H (row P5)."""
SHOWN = 6
"""Texts that are shown through all models."""
SHORT = 120
"""Words of the longest text that is shown."""


def pooling(
    corpus_name: str,
    out: Path,
    *,
    seeds: int,
    models: Sequence[str] = MODELS,
    changes: Sequence[str] = (),
    command: str = "",
    follow: Follow,
    progress: Progress = silent,
) -> LabResult:
    """Train the ladder, sweep the entropy weight, and gather what there is to show."""
    for name in models:
        if name not in MODELS:
            raise unknown("model of the lab pooling", name, MODELS)
    corpus = open_corpus(corpus_name)
    ladder = Ladder(corpus, out / "runs", follow, progress)
    recipes = {name: _recipe(name, corpus_name, changes) for name in models}
    runs = {name: ladder.climb(made, range(seeds)) for name, made in recipes.items()}
    rows = [row(recipes[name], done) for name, done in runs.items()]
    against = BASELINE if BASELINE in runs else next(iter(runs))
    return LabResult(
        lab="pooling",
        corpus=corpus.name,
        command=command,
        sizes=corpus.sizes(),
        classes=list(corpus.classes),
        notes=list(dict.fromkeys(note for done in runs.values() for note in done[0].notes)),
        rows=rows,
        comparisons=[compare(n, done, against, runs[against]) for n, done in runs.items() if n != against],
        texts=_texts(corpus, ladder, recipes, runs),
        sweep=_sweep(ladder, corpus_name, changes, runs) if "attention-entropy" in models else [],
        versions={"regard": version("regard"), "torch": version("torch"), "python": platform.python_version()},
    )


def _recipe(name: str, corpus: str, changes: Sequence[str]) -> Recipe:
    return with_corpus(recipe(name, changes=changes), corpus)


def _sweep(ladder: Ladder, corpus: str, changes: Sequence[str], runs: dict[str, list[Trained]]) -> list[SweepPoint]:
    """Accuracy and entropy of `attention` for each λ, with one seed."""
    points: list[SweepPoint] = []
    for weight in SWEEP:
        made = _recipe("attention", corpus, changes)
        made = replace(made, task=replace(made.task, entropy_weight=weight))
        test = ladder.climb(made, [0], name=f"sweep/{weight:+g}")[0].test
        assert test.entropy is not None, "attention has an entropy"
        points.append(
            SweepPoint(
                weight=weight, value=test.value, interval=test.interval, entropy=test.entropy, rationale=test.rationale
            )
        )
    return points


def _texts(corpus: Corpus, ladder: Ladder, recipes: dict[str, Recipe], runs: dict[str, list[Trained]]) -> list[Text]:
    """A few test texts, as the first seed of each model read them."""
    opened = {name: open_run(done[0].folder) for name, done in runs.items()}
    shown: list[Text] = []
    for example in chosen(corpus.test):
        readings: list[Reading] = []
        for name, run in opened.items():
            said = raw(run.model, run.tokenizer, run.classes, example.text, longest=recipes[name].text.longest)
            readings.append(
                Reading(
                    model=name,
                    words=[example.text[a:b] for a, b in said.spans],
                    weights=said.maps[-1].weights[0] if said.maps else [],
                    label=said.label,
                    probability=said.probability,
                )
            )
        first = next(iter(opened.values()))
        gold = on_rationale(example, first.tokenizer, 0).tolist() if example.rationale else []
        shown.append(Text(text=example.text, gold=corpus.classes[example.label], rationale=gold, readings=readings))
    return shown


def chosen(examples: Sequence[Labelled]) -> list[Labelled]:
    """Short examples, of as many different slices and labels as can be had."""
    short = [example for example in examples if len(example.text.split()) <= SHORT]
    picked: list[Labelled] = []
    seen: set[tuple[tuple[str, ...], int]] = set()
    for example in short or list(examples[:SHOWN]):
        kind = (example.slices[:1], len(picked) % 2)
        if kind not in seen and example.label == len(picked) % 2:
            seen.add(kind)
            picked.append(example)
        if len(picked) == SHOWN:
            break
    return picked
