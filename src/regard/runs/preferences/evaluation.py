"""A model that learned preferences, measured on pairs."""

from regard.data.corpora import open_preferences
from regard.errors import Mistake
from regard.runs.answers.asking import right_of, rule_of
from regard.runs.evaluated import Evaluation, unknown_part
from regard.runs.preferences.measure import Preferring, measure_preferences
from regard.runs.preferences.purpose import prepare_preferences, task_of
from regard.runs.progress import Progress, silent
from regard.runs.recipe import full_name
from regard.runs.run import Run, for_task, same_data


def preference_evaluation(
    run: Run, corpus: str = "", split: str = "", progress: Progress = silent
) -> Evaluation[Preferring]:
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
    return Evaluation(found.name, split, measured)
