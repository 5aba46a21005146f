"""`regard export`: a run in another tool's format."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from regard.cli.common import Json, RunFolder, emit


class To(StrEnum):
    """Formats that can be written."""

    onnx = "onnx"
    ctranslate2 = "ctranslate2"
    huggingface = "huggingface"


def export(
    run: RunFolder,
    to: Annotated[To, typer.Option(help="Format to write.", show_default=False)],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Output folder; default: RUN-TOOL.", show_default=False),
    ] = None,
    json: Json = False,
) -> None:
    """Export a run to another tool's format; the results stay the same.

    regard export runs/reviews-attention --to onnx

    regard export runs/pairs-transformer --to ctranslate2 --out fast

    regard export runs/wikitext-gpt --to huggingface --out my-gpt

    onnx: classifiers, for onnxruntime in any language. Inputs: padded token ids and lengths, any batch size and text
    length. Outputs: logits, and the attention weights of the words if the model pools with attention. Every classifier
    that `regard train CORPUS --model NAME` trains can be exported, and a fine-tuned `reader`. Needs: pip install
    "regard[onnx]".

    ctranslate2: translators of --model transformer with relative or sinusoidal positions, for
    ctranslate2.Translator("fast"): fast on CPUs, also with 8-bit weights. Needs: pip install "regard[ctranslate2]".

    huggingface: language models, for AutoModelForCausalLM.from_pretrained("my-gpt"), or AutoModelForMaskedLM or
    AutoModelForSeq2SeqLM, depending on the model: runs of `regard import`, and runs of the published families.

    The folder also contains the tokenizer and, for the first two formats, a README.txt with a short program that needs
    neither torch nor regard. The folder must not exist or must be empty; if the export fails, nothing is left behind.
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
