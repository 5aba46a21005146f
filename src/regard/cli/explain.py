"""`regard explain`: which words a prediction depends on."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from regard.cli.common import Json, Lang, Language, RunFolder, emit, texts_from
from regard.errors import Mistake


class Method(StrEnum):
    """Explanation methods."""

    attention = "attention"
    rollout = "rollout"
    attention_gradient = "attention-gradient"
    attention_norms = "attention-norms"
    gradient_input = "gradient-input"
    integrated_gradients = "integrated-gradients"
    occlusion = "occlusion"
    leave_one_out = "leave-one-out"
    value_zeroing = "value-zeroing"
    random = "random"
    uniform = "uniform"


def explain(
    run: RunFolder,
    text: Annotated[list[str], typer.Argument(metavar="TEXT", help="The text; without it, standard input.")] = [],  # noqa: B006
    method: Annotated[Method, typer.Option(help="Explanation method.")] = Method.attention,
    target: Annotated[
        str, typer.Option(metavar="LABEL", help="The label or word to explain; default: the model's prediction.")
    ] = "",
    against: Annotated[str, typer.Option(metavar="LABEL", help="Explain why the target rather than this label.")] = "",
    layer: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="Attention layer by name, * for all; default: the last one before the output."
        ),
    ] = "",
    head: Annotated[
        int | None, typer.Option(metavar="N", help="Show only this head, counted from 0.", show_default=False)
    ] = None,
    tokens: Annotated[bool, typer.Option("--tokens", help="Show the model's tokens instead of whole words.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a picture or a table: .html .svg .png .pdf .csv .json")
    ] = None,
    lang: Language = Lang.en,
    json: Json = False,
) -> None:
    """Show which words a prediction depends on, and how reliable that is.

    regard explain runs/imdb-attention "I did not like it"

    regard explain runs/imdb-attention "I did not like it" --method leave-one-out --out why.svg

    regard explain runs/imdb-lstm "Long, but never dull." --method integrated-gradients --target positive

    regard explain runs/probe-phrases-transformer "Anna did not sign ." --layer '*' --head 0

    regard explain runs/bert-base "The film was [MASK]." --method occlusion --target good --against bad

    attention, rollout, attention-norms, attention-gradient and value-zeroing show where the model looked: weights that
    sum to one. gradient-input, integrated-gradients, occlusion and leave-one-out show how much each word supports or
    opposes the prediction. random and uniform are controls.

    Translators: the rows are the words of the translation, the columns the words of the text. Language models,
    including imported ones: the next word, or the word for the first [MASK], is explained.

    Below the picture: how much the prediction loses without the top words (comprehensiveness), how much it keeps with
    only these words (sufficiency), and both for random orders and for exact leave-one-out.
    """
    from regard.runs.explaining import explain as explained
    from regard.runs.run import open_run
    from regard.views.record import check_suffix, record, save_explanation
    from regard.views.terminal import show_explanation

    if out is not None:
        check_suffix(out)

    given = texts_from(text, None)
    if len(given) > 1 and text:
        raise Mistake(f"explain takes one text, not {len(given)}; put it in quotation marks.")
    said = explained(
        open_run(run),
        "\n".join(given),
        method=method.value,
        target=target,
        against=against,
        layer=layer,
        head=head,
        tokens=tokens,
    )
    if out is not None:
        save_explanation(said, out, lang)
    if json:
        emit({key: value for key, value in record(said).items() if key != "spans"})
    else:
        show_explanation(said, lang)
