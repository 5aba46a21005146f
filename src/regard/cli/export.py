"""`regard export`: a run in the format of another tool."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from regard.cli.common import Json, RunFolder, emit


class To(StrEnum):
    """Tools whose formats can be written."""

    onnx = "onnx"
    ctranslate2 = "ctranslate2"
    huggingface = "huggingface"


def export(
    run: RunFolder,
    to: Annotated[To, typer.Option(help="For which tool.", show_default=False)],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where to write; RUN-TOOL unless given.", show_default=False),
    ] = None,
    json: Json = False,
) -> None:
    """Write a run as another tool loads it, with the same results.

    regard export runs/reviews-attention --to onnx

    regard export runs/pairs-transformer --to ctranslate2 --out fast

    regard export runs/wikitext-gpt --to huggingface --out my-gpt

    onnx: classifiers, for onnxruntime in any language: padded token numbers and lengths in, logits out, and the weights
    of the words where one attention has the last look; batches and texts of any size. Every model of `regard train
    CORPUS --model NAME` can be written, and `reader` fine-tuned. Needs: pip install "regard[onnx]".

    ctranslate2: translators of --model transformer whose places are relative or sinusoidal, for
    ctranslate2.Translator("fast"), quick on processors, in 8 bits too. Needs: pip install "regard[ctranslate2]".

    huggingface: language models, for AutoModelForCausalLM.from_pretrained("my-gpt"), or AutoModelForMaskedLM,
    AutoModelForSeq2SeqLM, as the model is; runs that `regard import` made, and runs of the published families.

    The folder holds the tokenizer too, and for the first two a README.txt with a program to begin from, which needs
    neither torch nor regard. It must not exist yet or be empty, and appears whole or not at all.
    """
    from regard.runs.exchange import export_run
    from regard.runs.run import fresh_folder, open_run

    opened = open_run(run)
    folder = out or fresh_folder(run.parent, f"{run.resolve().name}-{to.value}")
    files = export_run(opened, folder, to.value)
    if json:
        emit({"run": str(run), "to": to.value, "folder": str(folder), "files": files})
        return
    typer.echo(f"{folder}  {', '.join(files)}")
