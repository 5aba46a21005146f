"""`regard import`: a published model becomes a run."""

from pathlib import Path
from typing import Annotated

import typer

from regard.cli.common import Json, emit, say


def import_(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Folder with config.json, model.safetensors and tokenizer.json.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(metavar="RUN", help="Folder of the run; default: runs/FOLDER.", show_default=False),
    ] = None,
    json: Json = False,
) -> None:
    """Import a published model as a run, to explain, fine-tune or export it like your own.

    regard import downloads/bert-base-uncased

    regard import downloads/bart-base --out runs/bart

    FOLDER is a checkpoint that Hugging Face's transformers wrote with save_pretrained, or that you downloaded from its
    hub: a GPT-2, BLOOM, Llama, BERT, RoBERTa, ALBERT, BART or Marian model with its tokenizer. The weights may be split
    into shards. Nothing is downloaded, and transformers need not be installed.

    The run is a copy: recipe.toml holds the values of config.json, model.safetensors the weights under regard's names.
    `regard explain RUN TEXT` then shows its attention; `regard export RUN --to huggingface` converts it back.
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
