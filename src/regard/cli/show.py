"""Values on the terminal."""

from regard.cli.common import Lang
from regard.results import LabResult


def show_lab(result: LabResult, lang: Lang) -> None:
    """The tables of a lab."""
    from rich.console import Console

    from regard.views.tables import lab_tables

    console = Console()
    for table in lab_tables(result, lang):
        console.print(table)
