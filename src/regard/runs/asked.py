"""The recipe that somebody asks for, by a task, a corpus and a name, from nothing or from another run."""

from collections.abc import Sequence
from pathlib import Path

from regard.errors import Mistake
from regard.runs.exchange import imported_before, read_folder, run_from
from regard.runs.purposes import purpose_of
from regard.runs.recipe import Recipe, recipe, with_corpus, with_pairs
from regard.runs.run import fresh_folder
from regard.runs.sealed import holds_published
from regard.runs.starting import onward, started

USUAL = {"classify": "attention", "translate": "bahdanau", "language": "gpt"}
"""The model of a task that is learned from nothing, unless one is named."""
AFTER = {"instruct": "answers prompts", "prefer": "comes to know preferences"}
"""What a language model does in a task that none is learned for from nothing."""
RUNS = Path("runs")
"""Where runs lie, unless another folder is named."""


def asked(
    task: str,
    corpus: str,
    name: str = "",
    *,
    sides: tuple[str, str] = ("", ""),
    start: Path | None = None,
    file: Path | None = None,
    changes: Sequence[str] = (),
) -> Recipe:
    """The recipe of a run on a corpus, of which two sides or columns may be named; from `start`, if one is given.

    A published folder is started from as a run: the one that its files became before, or a new one in `runs/`, which is
    made when all else that is asked for has been found possible.
    """
    named = with_pairs if task == "translate" else with_corpus
    if start is None:
        if task in AFTER:
            raise Mistake(f"--task {task} needs --from, the run of a language model that {AFTER[task]}.")
        made = recipe(name or USUAL.get(task, ""), task=task, corpus=corpus, file=file, changes=changes)
        return named(made, corpus, *sides)
    if holds_published(start):
        before = imported_before(start, RUNS)
        if before is None:
            found = read_folder(start)
            made = onward(task, name, start, found.recipe, corpus=corpus, file=file, changes=changes)
            purpose_of(made).possible(named(made, corpus, *sides))
            before = run_from(found, fresh_folder(RUNS, start.resolve().name)).folder
        start = before
    return named(started(task, name, start, corpus=corpus, file=file, changes=changes), corpus, *sides)
