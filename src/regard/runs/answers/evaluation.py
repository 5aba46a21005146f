"""A model that learned to answer, measured on prompts and answers."""

from regard.errors import Mistake
from regard.runs.answers.asking import reading_of, right_of
from regard.runs.answers.measure import Answering, measure_answers
from regard.runs.answers.purpose import in_rows, read_instructions
from regard.runs.evaluated import Evaluation, unknown_part
from regard.runs.progress import Progress, silent
from regard.runs.recipe import full_name
from regard.runs.run import Run, for_task, same_data


def instruction_evaluation(
    run: Run, corpus: str = "", split: str = "", progress: Progress = silent
) -> Evaluation[Answering]:
    """A run on a part of some instructions: the test part of its own corpus, unless others are named."""
    for_task(run, "instruct")
    own = run.recipe.corpus.name
    name, split = full_name(corpus) if corpus else own, split or "test"
    found = read_instructions(run.recipe, name)
    if name == own:
        same_data(run.metrics[-1]["data"], found, run.folder)
    if split not in found.parts():
        raise unknown_part(found.name, split, found.parts())
    rows = found.parts()[split]
    if not rows:
        raise Mistake(f"{found.name} has no rows in its part {split!r} to measure on; choose another with --split.")
    progress("tokens", 0.0)
    texts = in_rows(reading_of(run.recipe, run.tokenizers), rows)
    return Evaluation(found.name, split, measure_answers(run.model, texts, run.tokenizer, right_of(name)))
