"""The command `regard`. Nothing here imports torch, so that --help is fast."""

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
"""Error codes of the system when nothing more can be written."""

app = typer.Typer(
    name="regard",
    context_settings={"max_content_width": 100},
    help="Train, compare and look at attention models for text.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    epilog="Start with: regard lab pooling. --debug shows the traceback of a command that fails.",
)


add(app, "lab", lab.lab, "Train all models of a chapter; a table and a report.")
add(app, "train", train.train, "Train one model on a corpus or on your own files.")
add(app, "evaluate", evaluate.evaluate, "Measure a run with intervals, slice by slice.")
add(app, "predict", predict.predict, "Predict labels for new texts.")
add(app, "translate", translate.translate, "Translate sentences; show the alignment of one.")
add(app, "generate", generate.generate, "Continue a text, or fill in its blanks.")
add(app, "explain", explain.explain, "Show which words a prediction depends on.")
add(app, "compare", compare.compare, "Compare runs on one text or on one test set.")
add(app, "audit", audit.audit, "Measure how far explanations can be trusted.")
add(app, "doctor", doctor.doctor, "Find mistakes in any attention module.")
add(app, "studio", studio.studio, "Open the web page: read, compare, look inside, train.")
add(app, "import", import_.import_, "Import a published model as a run.")
add(app, "export", export.export, "Export a run to another tool's format.")
app.add_typer(data.app, name="data", short_help="List, download, check and show corpora.")


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
    """Run a command. Exit code 2: a mistake of the user's; 1: any other failure."""
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
        room = "; free some space, or choose another place" if error.errno in FULL else ""
        sys.exit(_said(f"{where}{error.strerror or error}{room}.", 2))
    except Exception as error:
        if isinstance(wrong := getattr(error, "format_message", None), Callable):
            sentence = str(wrong()).replace(": Value error, ", ": ")
            end = "" if sentence.endswith((".", "?")) else "."
            sys.exit(_said(f"{sentence}{end} (--help lists what is possible.)", 2))
        if debug:
            raise
        more = str(error).removesuffix(".") or "no further details"
        sys.exit(_said(f"{type(error).__name__}: {more}. (--debug shows where.)", 1))


def _said(sentence: str, code: int) -> int:
    typer.echo(f"regard: {' '.join(sentence.splitlines())}", err=True)
    return code
