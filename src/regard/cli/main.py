"""The command `regard`. Nothing here imports torch, so that help answers at once."""

import sys

import typer

from regard.cli import data, evaluate, explain, lab, predict, train
from regard.errors import Mistake

app = typer.Typer(
    name="regard",
    help="Train, compare and look at attention models for text.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    epilog="Begin with: regard lab pooling",
)
app.command("lab")(lab.lab)
app.command("train")(train.train)
app.command("evaluate")(evaluate.evaluate)
app.command("predict")(predict.predict)
app.command("explain")(explain.explain)
app.add_typer(data.app, name="data")


@app.callback(invoke_without_command=True)
def about(
    version: bool = typer.Option(False, "--version", help="Print the version and stop."),
) -> None:
    """Train, compare and look at attention models for text."""
    if version:
        from importlib.metadata import version as installed

        typer.echo(f"regard {installed('regard')}")
        raise typer.Exit


def main() -> None:
    """Run a command; a mistake of the user's ends with code 2, anything else that fails with code 1."""
    debug = "--debug" in sys.argv
    sys.argv = [word for word in sys.argv if word != "--debug"]
    try:
        app()
    except Mistake as mistake:
        if debug:
            raise
        sys.exit(_said(str(mistake), 2))
    except KeyboardInterrupt:
        sys.exit(_said("stopped.", 130))
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        if debug:
            raise
        where = f"{error.filename}: " if error.filename else ""
        sys.exit(_said(f"{where}{error.strerror or error}; make room, or choose another place with --out.", 2))
    except Exception as error:
        if debug:
            raise
        sys.exit(_said(f"{type(error).__name__}: {error or 'no more is known'}. (--debug shows where.)", 1))


def _said(sentence: str, code: int) -> int:
    typer.echo(f"regard: {sentence}", err=True)
    return code
