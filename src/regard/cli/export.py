"""`regard export`: a run in the format of another tool."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from regard.cli.common import Json, RunFolder, emit


class To(StrEnum):
    """Tools whose formats can be written."""

    huggingface = "huggingface"


def export(
    run: RunFolder,
    to: Annotated[To, typer.Option(help="For which tool.", show_default=False)],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where to write; RUN-huggingface unless given.", show_default=False),
    ] = None,
    json: Json = False,
) -> None:
    """Write a language model as Hugging Face's transformers loads it, with the same logits.

    regard export runs/bart --to huggingface

    regard export runs/wikitext-gpt --to huggingface --out my-gpt

    The folder holds config.json, model.safetensors and the tokenizer, and is read by
    AutoModelForCausalLM.from_pretrained("my-gpt"), or AutoModelForMaskedLM, AutoModelForSeq2SeqLM, as the model is.
    Runs that `regard import` made, and runs of the models of the published families, can be written.
    """
    from regard.runs.exchange import export_run
    from regard.runs.run import fresh_folder, open_run

    opened = open_run(run)
    folder = out or fresh_folder(run.parent, f"{run.resolve().name}-{to.value}")
    files = export_run(opened, folder)
    if json:
        emit({"run": str(run), "to": to.value, "folder": str(folder), "files": files})
        return
    typer.echo(f"{folder}  {', '.join(files)}")
