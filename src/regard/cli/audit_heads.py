"""`regard audit --heads`: what the heads of a run do, and whether they matter."""

from pathlib import Path

import typer

from regard.cli.common import Lang, bars, emit, preparing, typed
from regard.runs.run import Run


def audit_heads(
    opened: Run, corpus: str, split: str, texts: int, seed: int, out: Path | None, lang: Lang, json: bool
) -> None:
    """Audit the heads, write the page if one is wanted, and print the findings."""
    from regard.runs.auditing.heads import TEXTS, head_report
    from regard.views.facts.head_report import head_lines, heads_sheet, lede, rates_sheet
    from regard.views.report.head_report import write_heads

    with bars() as progress:
        found = head_report(
            opened,
            corpus,
            split,
            texts=min(texts, TEXTS),
            seed=seed,
            progress=preparing(progress),
            command=typed(),
        )
    report = "" if out is None else str(write_heads(found, out, lang))
    if json:
        emit({**found.as_json(), "sentences": head_lines(found, lang), "report": report or None})
        return
    from rich.console import Console

    from regard.cli.show import show_end
    from regard.views.tables import Fitted

    typer.echo(lede(found, lang))
    for line in head_lines(found, lang):
        typer.echo(f"· {line.replace('`', '')}")
    sheets = [heads_sheet(found, lang), *([rates_sheet(found.alignment, lang)] if found.alignment else [])]
    for sheet in sheets:
        Console().print(Fitted(sheet))
    if report:
        show_end(lang, report=report)
