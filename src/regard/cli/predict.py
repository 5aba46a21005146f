"""`regard predict`: labels for texts."""

from pathlib import Path
from typing import Annotated

import typer

from regard.cli.common import Json, RunFolder, emit, texts_from


def predict(
    run: RunFolder,
    texts: Annotated[list[str], typer.Argument(metavar="TEXT", help="Texts, one per argument.")] = [],  # noqa: B006
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file of texts, one per line.", show_default=False)
    ] = None,
    json: Json = False,
) -> None:
    """Predict a label and its probability for each text.

    regard predict runs/imdb-attention "A warm and clever film." "I left early."

    regard predict runs/imdb-attention --file reviews.txt --json

    cat reviews.txt | regard predict runs/imdb-attention
    """
    from regard.runs.labels.prediction import predictions
    from regard.runs.run import open_run

    said = predictions(open_run(run), texts_from(texts, file))
    if json:
        emit({"predictions": said})
        return
    for one in said:
        typer.echo(f"{one['label']}\t{one['probability']:.3f}\t{one['text']}")
