"""Printing results in the terminal."""

import shlex
from typing import TYPE_CHECKING, Any

import typer

from regard.cli.common import Lang, say
from regard.findings.audit import Audit
from regard.results import LabResult

if TYPE_CHECKING:
    from regard.runs.trained import Trained


def show_lab(result: LabResult, lang: Lang) -> None:
    """The tables of a lab; on standard error, notes on the data."""
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
    """Where the files are and what to do next, one line each."""
    from regard.views.lines import ending

    for line in ending(lines, lang):
        typer.echo(line)


def show_trained(done: "Trained[Any]", result: LabResult, lang: Lang) -> None:
    """The tables of a trained run, and what to do with it next."""
    show_lab(result, lang)
    folder = shlex.quote(str(done.folder))
    show_end(lang, run=str(done.folder), report=str(done.folder / "report.html"))
    if done.recipe.task.kind == "translate":
        from regard.models import TRANSLATORS

        looks = getattr(TRANSLATORS[str(done.recipe.model["kind"])], "aligns", "") is not None
        show_end(lang, next=f'regard translate {folder} "…"{" --out alignment.html" if looks else ""}')
    elif done.recipe.task.speaks:
        show_end(lang, next=f'regard generate {folder} "…"')
    elif done.recipe.task.kind == "prefer":
        show_end(lang, next=f"regard evaluate {folder}")
    else:
        show_end(lang, look=f'regard explain {folder} "I did not like it"')


def show_audit(found: Audit, lang: Lang, report: str) -> None:
    """The findings of an audit: sentences, tables, and which of the numbers are evidence."""
    from rich.console import Console

    from regard.views.facts.audit import sheets
    from regard.views.report.audit import lede
    from regard.views.report.audit_prose import adversary, lines, refused, standing
    from regard.views.tables import Fitted

    console = Console()
    typer.echo(lede(found, lang))
    for line in (*lines(found, lang), *filter(None, [adversary(found, lang)]), *refused(found, lang)):
        typer.echo(f"· {line.replace('`', '')}")
    for sheet in sheets(found, lang):
        console.print(Fitted(sheet))
    typer.echo()
    for line in standing(found, lang):
        typer.echo(f"· {line}")
    if report:
        show_end(lang, report=report)
