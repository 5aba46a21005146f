"""`regard import`: a published model becomes a run."""

from pathlib import Path
from typing import Annotated

import typer

from regard.cli.common import Json, emit, say


def import_(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Holds config.json, model.safetensors and tokenizer.json.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(metavar="RUN", help="Folder of the run; runs/FOLDER unless given.", show_default=False),
    ] = None,
    json: Json = False,
) -> None:
    """Make a run of a published model, so that it can be looked at as your own can.

    regard import downloads/bert-base-uncased

    regard import downloads/bart-base --out runs/bart

    FOLDER is what Hugging Face's transformers writes with save_pretrained, or what is downloaded from its hub: a model
    of GPT-2, BLOOM, Llama, BERT, RoBERTa, ALBERT, BART or Marian with its tokenizer. Weights may lie in shards. Nothing
    is fetched, and transformers need not be installed.

    The run is a copy: recipe.toml holds the numbers of config.json, model.safetensors the weights under regard's names.
    `regard explain RUN TEXT` then shows its attention; `regard export RUN --to huggingface` writes it back.
    """
    from regard.runs.asked import RUNS
    from regard.runs.exchange import import_folder
    from regard.runs.run import fresh_folder

    run = import_folder(folder, out or fresh_folder(RUNS, folder.resolve().name))
    parameters = sum(each.numel() for each in run.model.parameters())
    if json:
        emit(
            {"run": str(run.folder), "family": run.recipe.name, "parameters": parameters, "tokens": run.tokenizer.size}
        )
        return
    typer.echo(f"{run.folder}  {run.recipe.name}, {parameters:,} parameters, {run.tokenizer.size:,} tokens")
    say(f'Look at it: regard explain {run.folder} "a text"')
