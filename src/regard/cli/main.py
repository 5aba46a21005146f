"""The command `regard`. Nothing here imports torch, so that help answers at once."""

import errno
import sys
from collections.abc import Callable

import typer

from regard.cli import (
    audit,
    compare,
    data,
    doctor,
    evaluate,
    explain,
    export,
    generate,
    import_,
    lab,
    predict,
    studio,
    train,
    translate,
)
from regard.cli.helping import add
from regard.errors import Mistake
from regard.version import __version__

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG)
"""What the system says when nothing more can be written."""

app = typer.Typer(
    name="regard",
    context_settings={"max_content_width": 100},
    help="Train, compare and look at attention models for text.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    epilog="Begin with: regard lab pooling. With --debug, a command that fails shows where.",
)


add(app, "lab", lab.lab, "A chapter of the course: its models, a table, a report.")
add(app, "train", train.train, "One model on one corpus, or on your own files.")
add(app, "evaluate", evaluate.evaluate, "How good a run is, with intervals, slice by slice.")
add(app, "predict", predict.predict, "Labels for new texts.")
add(app, "translate", translate.translate, "New sentences, and the alignment of one.")
add(app, "generate", generate.generate, "How a text goes on, or what fills its blanks.")
add(app, "explain", explain.explain, "On which words a run looked.")
add(app, "compare", compare.compare, "Several runs on the same text, or the same test set.")
add(app, "audit", audit.audit, "How far explanations of a run can be trusted.")
add(app, "doctor", doctor.doctor, "What is wrong with an attention module, yours or not.")
add(app, "studio", studio.studio, "The page: read, compare, look inside, train.")
add(app, "import", import_.import_, "A published model becomes a run.")
add(app, "export", export.export, "A run as another tool loads it.")
app.add_typer(data.app, name="data", short_help="The corpora: list, fetch, check, show.")


@app.callback(invoke_without_command=True)
def about(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Print the version and stop."),
) -> None:
    """Train, compare and look at attention models for text."""
    if not version and context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit
    if version:
        typer.echo(f"regard {__version__}")
        raise typer.Exit


def main() -> None:
    """Run a command; a mistake of the user's ends with code 2, anything else that fails with code 1."""
    debug = "--debug" in sys.argv
    sys.argv = [word for word in sys.argv if word != "--debug"]
    try:
        sys.exit(app(standalone_mode=False))
    except Mistake as mistake:
        if debug:
            raise
        sys.exit(_said(str(mistake), 2))
    except typer.Abort:
        sys.exit(_said("stopped.", 130))
    except KeyboardInterrupt:
        sys.exit(_said("stopped.", 130))
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        if debug:
            raise
        where = f"{error.filename}: " if error.filename else ""
        room = "; make room, or choose another place" if error.errno in FULL else ""
        sys.exit(_said(f"{where}{error.strerror or error}{room}.", 2))
    except Exception as error:
        if isinstance(wrong := getattr(error, "format_message", None), Callable):
            sentence = str(wrong()).replace(": Value error, ", ": ").removesuffix(".")
            sys.exit(_said(f"{sentence}. (--help shows what there is.)", 2))
        if debug:
            raise
        more = str(error).removesuffix(".") or "no more is known"
        sys.exit(_said(f"{type(error).__name__}: {more}. (--debug shows where.)", 1))


def _said(sentence: str, code: int) -> int:
    typer.echo(f"regard: {' '.join(sentence.splitlines())}", err=True)
    return code
