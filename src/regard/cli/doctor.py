"""`regard doctor`: what is wrong with an attention module."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regard.cli.common import Json, Lang, Language, emit
from regard.errors import Mistake

if TYPE_CHECKING:
    from regard.doctor.diagnosis import Diagnosis


def doctor(
    target: Annotated[
        str, typer.Argument(metavar="TARGET", help="file.py:Name, the folder of a run, or of a published model.")
    ],
    seconds: Annotated[float, typer.Option(metavar="SECONDS", min=1, help="Time limit for running a file.")] = 120,
    memory: Annotated[float, typer.Option(metavar="GB", min=1, help="Memory limit for running a file.")] = 8,
    lang: Language = Lang.en,
    json: Json = False,
) -> None:
    """Run an attention module and find its mistakes: the evidence, the probable line, the repair.

    regard doctor my_model.py:SelfAttention

    regard doctor my_model.py:SelfAttention --lang fr

    regard doctor course.models:make_model --json

    regard doctor runs/imdb-transformer

    regard doctor downloads/bert-base-uncased

    file.py:Name EXECUTES that file, in a separate process with limits on time and memory. This is not a sandbox: only
    examine files that you would run yourself. Name is an nn.Module class that can be built without arguments, a module,
    or a function without arguments that returns a module. A function example() in the file can return the inputs by
    argument name; without it, the inputs are guessed.

    Nineteen checks: padding, masks, softmax, scale, roles of query, key and value, order, batch, dropout, learning. A
    check that cannot decide says why. docs/doctor.md explains each check.

    Exit code: 0 if nothing was found, 1 if something was found, 2 if the target cannot be examined.
    """
    from regard.doctor.report import lines_of

    found = _of_folder(target) if Path(target).is_dir() else _of_file(target, seconds, memory)
    summary = found.summary(lang)
    if json:
        emit(summary)
    else:
        typer.echo("\n".join(lines_of(summary, lang)))
    if not found.healthy:
        raise typer.Exit(1)


def _of_file(target: str, seconds: float, memory: float) -> "Diagnosis":
    from regard.doctor.files import examine_file

    if ":" not in target:
        if Path(target).is_file():
            raise Mistake(f"{target} is a file; name the module to examine, as in {target}:Name.")
        raise Mistake(f"there is no folder {target}; to examine a module in a file, write file.py:Name.")
    return examine_file(target, seconds=seconds, gigabytes=memory)


def _of_folder(target: str) -> "Diagnosis":
    from regard.doctor.examine import examine
    from regard.models.families.folder import load_published
    from regard.runs.run import open_run
    from regard.runs.sealed import holds_published

    folder = Path(target)
    return examine(load_published(folder) if holds_published(folder) else open_run(folder).model, target=target)
