"""The options of `regard train`, and which of them can be combined."""

from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer

from regard.errors import Mistake


class Task(Enum):
    """What a model can be trained for."""

    classify = "classify"
    translate = "translate"
    language = "language"
    instruct = "instruct"
    prefer = "prefer"


SAID = {"corpus.name": "the first argument", "model.kind": "--model", "task.kind": "--task"}
"""Settings of a recipe that have an option of their own."""

Corpus = Annotated[str, typer.Argument(metavar="CORPUS", help="A name of `regard data list`, or a file of your own.")]
Model = Annotated[
    str,
    typer.Option(
        "--model",
        "-m",
        metavar="NAME",
        help="mean, attention, lstm-attention …; to translate: rnn, bahdanau, luong-dot, transformer …; for language: "
        "gpt, bloom, llama, bert, roberta, albert, bart, reader; with --from: finetuned, rdrop, student for labels, "
        "instruct for answers, dpo or reward for preferences.",
    ),
]
Change = Annotated[list[str], typer.Option("--set", metavar="KEY=VALUE", help="Change one setting of the recipe.")]
RecipeFile = Annotated[
    Path | None, typer.Option(metavar="FILE.toml", help="A file whose settings replace those of the model's recipe.")
]
Seed = Annotated[int | None, typer.Option(metavar="N", min=0, help="Random seed (training.seed).", show_default=False)]
Labels = Annotated[
    int | None,
    typer.Option(metavar="N", min=0, help="Use only this many labelled texts (corpus.labels).", show_default=False),
]
From = Annotated[
    Path | None,
    typer.Option(
        "--from", metavar="RUN", help="Start from the weights of this language model: a run or a published checkpoint."
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Folder of the run; default: runs/CORPUS-MODEL."),
]
COLUMNS = {
    Task.classify: ("--text", "--label"),
    Task.translate: ("--source", "--target"),
    Task.language: ("--text",),
}
"""Which options name the columns or sides of the data of a task."""
Teacher = Annotated[
    list[Path],
    typer.Option(
        metavar="RUN",
        help="A run with the same labels: its predictions on unlabelled texts become training targets (repeatable).",
    ),
]
TellEvents = Annotated[bool, typer.Option("--events", help="Report steps and epochs on standard error, as JSON lines.")]
Resume = Annotated[
    bool, typer.Option("--resume", help="Continue the unfinished run in --out; it ends with the same weights.")
]


def changes_of(change: list[str], seed: int | None, labels: int | None, teachers: list[Path]) -> list[str]:
    """All changes to the recipe, in the form of --set."""
    for leaf, option in SAID.items():
        if any(each.partition("=")[0].strip() == leaf for each in change):
            raise Mistake(f"{leaf} is set by {option}; leave out --set {leaf}.")
    given = {"training.seed": seed, "corpus.labels": labels}
    taught = [f"teachers.runs={[str(folder.resolve()) for folder in teachers]}"] if teachers else []
    return [*change, *(f"{leaf}={value}" for leaf, value in given.items() if value is not None), *taught]


def only_resume(given: dict[str, Any]) -> None:
    """Refuse options that repeat what the recipe of the resumed run says."""
    if said := [option for option, value in given.items() if value]:
        raise Mistake(f"--resume uses the recipe in --out; leave out {' and '.join(said)}.")


def check_columns(task: Task, given: dict[str, str]) -> None:
    """Refuse columns that the task does not use."""
    known = COLUMNS.get(task, ())
    for option, value in given.items():
        if value and option not in known:
            instead = f"use {' and '.join(known)}" if known else "leave it out"
            raise Mistake(f"{option} has no effect for --task {task.value}; {instead}.")
