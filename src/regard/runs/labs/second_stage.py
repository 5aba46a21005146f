"""What is made of language models: one is taught labels, one answers and then preferences (rows T8, T9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from regard.data.examples import Corpus
from regard.errors import Mistake
from regard.findings.transformers import FewLabels, Preferred
from regard.models.causal import Causal
from regard.runs.labs.crew import Cut, cut_of
from regard.runs.labs.few_labels import few_labels, points
from regard.runs.labs.ladder import climb
from regard.runs.labs.preferring import preferred
from regard.runs.labs.request import Request
from regard.runs.language.build import kind_of
from regard.runs.purposes import purpose_of
from regard.runs.recipe import Recipe, changed, leaves, recipe, with_corpus
from regard.runs.run import open_run
from regard.runs.starting import started
from regard.runs.trained import Trained

PRETRAINED, PREFERRING = "reader", "gpt"
"""Which model is taught labels, and which preferences; where they are not chosen, the first that can be."""
ANSWERS, PREFERENCES = "answers", "preferences"
"""What the runs are called that learn both answers of every pair, and then which is preferred."""
EVERYWHERE = ("training.device", "training.precision", "training.threads")
"""Leaves that are changed in later stages too: they say where to compute, not what to learn."""
RATES = {("reader", "probe-reviews"): 0.002}
"""Step size of labels where another than the recipe's was better on the validation part, by model and corpus."""
LEARNING = 240
"""Updates of a quick look."""

Runs = Mapping[str, Sequence[Trained[Any]]]


@dataclass(frozen=True)
class Second:
    """What the second stage gives."""

    labels: list[FewLabels]
    preferred: Preferred | None
    notes: list[str]


def second_stage(asked: Request, runs: Runs, corpus: Corpus | None) -> Second:
    """Labels and preferences, each for the first run of one model of those that have read."""
    data, notes = dict[Cut, Any](), list[str]()
    answering, labelling = _answering(asked, runs, data, notes), _labelling(asked, runs, corpus)
    for made in labelling.values():
        purpose_of(made).possible(made)
    done = _climbed(asked, answering | labelling, data, {ANSWERS: 1})
    return Second(
        labels=points(taught(list(runs)), labelling, done),
        preferred=_preferring(asked, runs, done[ANSWERS][0]) if answering else None,
        notes=notes,
    )


def taught(models: Sequence[str]) -> str:
    """Which of these models is taught labels."""
    return PRETRAINED if PRETRAINED in models else models[0]


def speaking(models: Sequence[str]) -> str:
    """Which of these models is taught answers; empty where none says the next word."""
    speak = [name for name in models if issubclass(kind_of(recipe(name, task="language")), Causal)]
    return PREFERRING if PREFERRING in speak else next(iter(speak), "")


def _labelling(asked: Request, runs: Runs, corpus: Corpus | None) -> dict[str, Recipe]:
    if corpus is None:
        return {}
    name = taught(list(runs))
    own = started("classify", "finetuned", runs[name][0].folder, changes=_everywhere(asked))
    rate = RATES.get((name, asked.corpus), own.training.learning_rate)
    own = _within(replace(own, training=replace(own.training, learning_rate=rate)), asked)
    return few_labels(name, with_corpus(own, asked.corpus, asked.text, asked.label), corpus)


def _answering(asked: Request, runs: Runs, data: dict[Cut, Any], notes: list[str]) -> dict[str, Recipe]:
    """The recipe of answers, and its examples among the data; nothing where no model can, and a note that says why."""
    if not (name := speaking(list(runs))):
        return {}
    changes = [*_everywhere(asked), "task.answers=both"]
    made = _within(started("instruct", "instruct", runs[name][0].folder, changes=changes), asked)
    try:
        data[cut_of(made)] = purpose_of(made).prepared(made, asked.progress)
    except Mistake as mistake:
        notes.append(f"No preferences are learned by {name}: {mistake}")
        return {}
    return {ANSWERS: made}


def _preferring(asked: Request, runs: Runs, before: Trained[Any]) -> Preferred:
    made = _within(started("prefer", "dpo", before.folder, changes=_everywhere(asked)), asked)
    done = _climbed(asked, {PREFERENCES: made}, {}, {})
    return preferred(speaking(list(runs)), open_run(before.folder), done[PREFERENCES])


def _climbed(
    asked: Request, recipes: Mapping[str, Recipe], data: dict[Cut, Any], seeds: Mapping[str, int]
) -> dict[str, list[Trained[Any]]]:
    """The runs of recipes, with as many seeds as are asked for, or said here; examples that lack are made."""
    for made in recipes.values():
        if (cut := cut_of(made)) not in data:
            data[cut] = purpose_of(made).prepared(made, asked.progress)
    counts = {name: range(seeds.get(name, asked.seeds)) for name in recipes}
    return climb(recipes, counts, data, asked.out / "runs", workers=asked.workers, show=asked.show)


def _everywhere(asked: Request) -> list[str]:
    return [change for change in asked.changes if set(leaves(changed(change))) <= set(EVERYWHERE)]


def _within(made: Recipe, asked: Request) -> Recipe:
    """The recipe, with few updates for a quick look."""
    return replace(made, training=replace(made.training, most_steps=LEARNING)) if asked.quick else made
