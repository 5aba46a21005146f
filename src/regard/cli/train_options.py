"""The options of `regard train`, and which of them go together."""

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


SAID = {"corpus.name": "the corpus that is named first", "model.kind": "--model", "task.kind": "--task"}
"""Leaves of a recipe that are not set by themselves."""

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
Change = Annotated[list[str], typer.Option("--set", metavar="KEY=VALUE", help="Change one leaf of the recipe.")]
RecipeFile = Annotated[Path | None, typer.Option(metavar="FILE.toml", help="Lay a recipe over the model's own.")]
Seed = Annotated[
    int | None, typer.Option(metavar="N", min=0, help="Same seed, same run (training.seed).", show_default=False)
]
Labels = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=0, help="Use only this many of the labelled texts (corpus.labels).", show_default=False
    ),
]
From = Annotated[
    Path | None,
    typer.Option(
        "--from", metavar="RUN", help="Start from the weights of this run, a language model, or of a published folder."
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Folder of the run; runs/CORPUS-MODEL unless given."),
]
COLUMNS = {
    Task.classify: ("--text", "--label"),
    Task.translate: ("--source", "--target"),
    Task.language: ("--text",),
}
"""Which options name the columns or the sides of what a task learns from."""
Teacher = Annotated[
    list[Path],
    typer.Option(
        metavar="RUN",
        help="A run that gives the same labels: what it says of texts without one is learned as well. May be repeated.",
    ),
]
TellEvents = Annotated[bool, typer.Option("--events", help="Tell steps and epochs on standard error, as JSON lines.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the unfinished run in --out, to the same weights.")]


def changes_of(change: list[str], seed: int | None, labels: int | None, teachers: list[Path]) -> list[str]:
    """All that the options change in a recipe, as --set has it."""
    for leaf, option in SAID.items():
        if any(each.partition("=")[0].strip() == leaf for each in change):
            raise Mistake(f"{leaf} is said by {option}; leave --set {leaf} out.")
    given = {"training.seed": seed, "corpus.labels": labels}
    taught = [f"teachers.runs={[str(folder.resolve()) for folder in teachers]}"] if teachers else []
    return [*change, *(f"{leaf}={value}" for leaf, value in given.items() if value is not None), *taught]


def only_resume(given: dict[str, Any]) -> None:
    """Nothing, if no option says again what the recipe of the run says."""
    if said := [option for option, value in given.items() if value]:
        raise Mistake(f"--resume goes on with the recipe that lies in --out; leave out {' and '.join(said)}.")


def check_columns(task: Task, given: dict[str, str]) -> None:
    """Nothing, if only such columns are named as a task learns from."""
    known = COLUMNS.get(task, ())
    for option, value in given.items():
        if value and option not in known:
            instead = f"it takes {' and '.join(known)}" if known else "leave it out"
            raise Mistake(f"{option} means nothing to --task {task.value}; {instead}.")
