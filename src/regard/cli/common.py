"""What the commands share: options, output, progress bars."""

import json
import shlex
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from unicodedata import category

import typer

from regard.errors import Mistake

if TYPE_CHECKING:
    from rich.progress import Progress

    from regard.results import Epoch
    from regard.training.loop import Step


class Lang(StrEnum):
    """Languages of tables, pictures and reports."""

    en = "en"
    fr = "fr"


Json = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object on standard output.")]
Language = Annotated[Lang, typer.Option("--lang", help="Language of tables, pictures and reports.")]
TextColumn = Annotated[
    str, typer.Option("--text", metavar="COLUMN", help="Table column that holds the texts.", show_default=False)
]
LabelColumn = Annotated[
    str, typer.Option("--label", metavar="COLUMN", help="Table column that holds the labels.", show_default=False)
]
SourceSide = Annotated[
    str,
    typer.Option(
        "--source",
        metavar="SIDE",
        help="Sentence pairs: source language, column or file extension.",
        show_default=False,
    ),
]
TargetSide = Annotated[
    str,
    typer.Option(
        "--target",
        metavar="SIDE",
        help="Sentence pairs: target language, column, file extension or file.",
        show_default=False,
    ),
]
Beam = Annotated[int, typer.Option(metavar="N", min=1, max=1000, help="Beam width; 1 with --alpha 0 is greedy search.")]
Alpha = Annotated[
    float,
    typer.Option(metavar="X", help="Length penalty, from -10 to 10; 0 is no penalty, which favours short outputs."),
]
RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a finished run.", show_default=False)]


def emit(value: Any) -> None:
    """One JSON object on standard output."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def typed() -> str:
    """The command as the user typed it, without --json and --debug."""
    return shlex.join(["regard", *(word for word in sys.argv[1:] if word not in ("--json", "--debug"))])


def say(sentence: str) -> None:
    """Print a line for the user on standard error, apart from the result."""
    typer.echo(sentence, err=True)


@contextmanager
def bars() -> "Generator[Progress]":
    """Progress bars with the time left, on standard error."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=30),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[figures]}"),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as progress:
        yield progress


def preparing(progress: "Progress") -> Callable[[str, float], None]:
    """A progress bar for reading and tokenising."""
    tasks: dict[str, Any] = {}

    def tell(doing: str, share: float) -> None:
        if doing not in tasks:
            for done in tasks.values():
                progress.update(done, visible=False)
            tasks[doing] = progress.add_task(doing, total=1.0, figures="")
        progress.update(tasks[doing], completed=share)

    return tell


def following(progress: "Progress", *, perplexity: bool = False) -> "Callable[[str, Step | Epoch], None]":
    """One progress bar per training, by its name, with its latest score or perplexity."""
    from regard.results import Epoch

    tasks: dict[str, Any] = {}

    def show(name: str, event: "Step | Epoch") -> None:
        if name not in tasks:
            tasks[name] = progress.add_task(name, total=None, figures="")
        if isinstance(event, Epoch):
            words = event.perplexity if perplexity else None
            score = f"validation {event.validation:.1%}" if words is None else f"perplexity {words:.2f}"
            progress.update(tasks[name], figures=score)
        else:
            progress.update(tasks[name], total=event.steps, completed=event.step, visible=event.step < event.steps)

    return show


def texts_from(arguments: list[str], file: Path | None, *, every: bool = False) -> list[str]:
    """Texts from the arguments, or one per line from a file or standard input; with `every`, empty lines too."""
    if arguments and file is not None:
        raise Mistake("give either texts or --file, not both.")
    if arguments:
        try:
            "".join(arguments).encode("utf-8")
        except UnicodeEncodeError as error:
            raise Mistake("one of the texts is not UTF-8; convert it with iconv.") from error
        return arguments
    if file is None and sys.stdin.isatty():
        raise Mistake("give a text, a --file, or texts on standard input, one per line.")
    try:
        whole = sys.stdin.buffer.read() if file is None else file.read_bytes()
        lines = [line.removesuffix("\r") for line in whole.decode("utf-8-sig").split("\n")]
    except OSError as error:
        raise Mistake(f"{file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise Mistake(
            f"{file or 'standard input'} is not UTF-8 (byte {error.start}); convert it with iconv."
        ) from error
    texts = [line for line in lines if line.strip()]
    if not texts:
        raise Mistake(f"{file or 'standard input'} contains no text.")
    return (lines if lines[-1] else lines[:-1]) if every else texts


def one_line(text: str) -> str:
    """The text as one line without tabs, so that each output line and column is one value."""
    return "".join(" " if category(character) in ("Cc", "Zl", "Zp") else character for character in text)
