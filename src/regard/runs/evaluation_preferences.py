"""A model that learned preferences, measured on pairs."""

from dataclasses import dataclass

from regard.data.corpora import open_preferences
from regard.errors import Mistake
from regard.runs.asking import right_of, rule_of
from regard.runs.build import Progress, silent
from regard.runs.evaluation import unknown_part
from regard.runs.measure_preferences import Preferring, measure_preferences
from regard.runs.preference import prepare_preferences, task_of
from regard.runs.recipe import full_name
from regard.runs.run import Run, for_task, same_data


@dataclass(frozen=True)
class PreferenceEvaluation:
    """What was measured, and on what."""

    corpus: str
    split: str
    measured: Preferring


def preference_evaluation(
    run: Run, corpus: str = "", split: str = "", progress: Progress = silent
) -> PreferenceEvaluation:
    """A run on a part of some preferences: the test part of its own corpus, unless others are named."""
    for_task(run, "prefer")
    own = run.recipe.corpus.name
    name, split = full_name(corpus) if corpus else own, split or "test"
    found = open_preferences(name)
    if name == own:
        same_data(run.metrics[-1]["data"], found, run.folder)
    if split not in found.parts():
        raise unknown_part(found.name, split, found.parts())
    pairs = found.parts()[split]
    if not pairs:
        raise Mistake(f"{found.name} has no pairs in its part {split!r} to measure on; choose another with --split.")
    data = prepare_preferences(run.recipe, found, run.tokenizers, progress)
    task, texts = task_of(run.recipe, data), {"train": data.train, "validation": data.validation, "test": data.test}
    measured = measure_preferences(task, run.model, texts[split], pairs, run.tokenizer, rule_of(name), right_of(name))
    return PreferenceEvaluation(found.name, split, measured)
