"""Leaves of a recipe that mean nothing to a task are refused by it, each one, and no leaf is forgotten."""

from dataclasses import fields, is_dataclass, replace
from typing import get_type_hints

import pytest

from regard.errors import Mistake
from regard.runs.meanings import MEANINGS, refuse_foreign
from regard.runs.recipe import TASKS, Recipe, changed, from_tree, overlaid

OTHER = {
    "corpus.boundary": "line",
    "vectors.source": "glove",
    "task.rows": "blocks",
    "task.masked": "0.25",
    "task.stretch": "2",
    "task.answers": "both",
    "task.objective": "reward",
    "teachers.runs": '["a"]',
}


def other(leaf: str) -> str:
    """A value of a leaf that is not its own."""
    part, name = leaf.split(".")
    value = getattr(getattr(Recipe(), part), name)
    if leaf in OTHER or isinstance(value, str):
        return OTHER.get(leaf, "x")
    return str(not value).lower() if isinstance(value, bool) else "0.15" if isinstance(value, float) else str(value + 1)


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("leaf", MEANINGS)
def test_a_leaf_is_refused_where_it_means_nothing(task, leaf):
    made = from_tree(overlaid({"text": {"tokens": "pieces"}}, changed(f"{leaf}={other(leaf)}")))
    made = replace(made, task=replace(made.task, kind=task))
    if task in MEANINGS[leaf]:
        refuse_foreign(made)
    else:
        with pytest.raises(Mistake, match=f"{leaf} has no effect for --task {task}; leave it out"):
            refuse_foreign(made)


def test_every_leaf_is_either_for_some_tasks_or_for_all():
    hints = {name: kind for name, kind in get_type_hints(Recipe).items() if is_dataclass(kind)}
    known = {f"{part}.{leaf.name}" for part, kind in hints.items() for leaf in fields(kind)}
    filled_in = {"start.weights", "teachers.weights", "corpus.classes", "corpus.languages"}
    for_all = {"corpus.name", "text.tokens", "text.size", "text.least", "text.longest", "task.kind"}
    for_all |= {leaf for leaf in known if leaf.startswith("training.") and leaf not in MEANINGS}
    assert known == {*MEANINGS, *filled_in, *for_all}
