"""The options of `regard train`."""

from pathlib import Path

import pytest

from regard.cli.train_options import Task, changes_of, check_columns, only_resume
from regard.errors import Mistake
from regard.runs.recipe import TASKS


def test_every_task_of_a_recipe_can_be_named():
    assert tuple(task.value for task in Task) == TASKS


def test_options_are_changes_of_a_recipe(tmp_path):
    assert changes_of([], None, None, []) == []
    assert changes_of(["model.width=3"], 0, 100, [Path("/one"), Path("/two")]) == [
        "model.width=3",
        "training.seed=0",
        "corpus.labels=100",
        "teachers.runs=['/one', '/two']",
    ]


@pytest.mark.parametrize("change", ["corpus.name=x", "model.kind=gpt", " task.kind =language"])
def test_what_an_option_says_is_not_set(change):
    with pytest.raises(Mistake, match=rf"{change.partition('=')[0].strip()} is set by .*; leave out --set"):
        changes_of([change], None, None, [])


def test_columns_are_those_of_the_task():
    check_columns(Task.translate, {"--source": "en", "--text": ""})
    with pytest.raises(Mistake, match="--text has no effect for --task translate; use --source and --target"):
        check_columns(Task.translate, {"--text": "review"})
    with pytest.raises(Mistake, match="--text has no effect for --task prefer; leave it out"):
        check_columns(Task.prefer, {"--text": "review"})


def test_a_run_that_is_gone_on_with_has_its_recipe():
    only_resume({"--model": "", "--seed": False})
    with pytest.raises(Mistake, match="leave out --model and --seed"):
        only_resume({"--model": "gpt", "--seed": True})
