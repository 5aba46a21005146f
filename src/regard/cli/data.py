"""`regard data`: the corpora."""

import typer

app = typer.Typer(help="The corpora: where they are, their licence, their counts, a few rows.", no_args_is_help=True)
