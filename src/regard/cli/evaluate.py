"""`regard evaluate`: a run on a part of a corpus."""

from enum import StrEnum
from typing import Annotated

import typer

from regard.cli.common import Json, RunFolder, bars, emit, preparing


class Split(StrEnum):
    """The parts of a corpus."""

    train = "train"
    validation = "validation"
    test = "test"


def evaluate(
    run: RunFolder,
    corpus: Annotated[str, typer.Argument(metavar="CORPUS", help="Another corpus than the run's own.")] = "",
    split: Annotated[Split | None, typer.Option(help="Which part of it; test unless given.")] = None,
    text: Annotated[str, typer.Option(help="Column of the texts, in a table.", show_default=False)] = "",
    label: Annotated[str, typer.Option(help="Column of the labels, in a table.", show_default=False)] = "",
    json: Json = False,
) -> None:
    """Measure a run: accuracy with its 95 % interval, on the whole part and on each slice of it.

    regard evaluate runs/imdb-attention

    regard evaluate runs/imdb-attention probe-reviews

    regard evaluate runs/reviews-attention new.csv --text review --label stars --json

    Another table is measured whole, or, where it has a column `split`, the rows that this gives to the part.
    """
    from regard.runs.evaluation import evaluation
    from regard.runs.run import open_run

    opened = open_run(run)
    with bars() as progress:
        found = evaluation(opened, corpus, split or "", text, label, preparing(progress))
    measured = found.measured
    if json:
        emit({"run": str(run), "corpus": found.corpus, "split": found.split, **measured.summary()})
        return
    low, high = measured.interval
    typer.echo(
        f"accuracy {measured.value:.2%} (95 %: {low:.2%} to {high:.2%}) on {measured.n:,} texts "
        f"of {found.corpus} ({found.split})"
    )
    for part, value in measured.slices.items():
        typer.echo(f"  {part:24} {value:8.2%}  of {measured.sizes[part]:,}")
