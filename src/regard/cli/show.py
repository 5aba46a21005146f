"""Values on the terminal."""

import typer

from regard.cli.common import Lang, say
from regard.results import LabResult


def show_lab(result: LabResult, lang: Lang) -> None:
    """The tables of a lab; apart from them, what a reader must know about the data."""
    from rich.console import Console

    from regard.views.lines import noted
    from regard.views.tables import lab_tables

    console = Console()
    for table in lab_tables(result, lang):
        console.print(table)
    if result.translation is not None:
        typer.echo(f"BLEU    {result.translation.signature}")
    for line in noted(result.notes, lang):
        say(line)


def show_end(lang: Lang, **lines: str) -> None:
    """Where things lie and what can be done next, a line each."""
    from regard.views.lines import ending

    for line in ending(lines, lang):
        typer.echo(line)
