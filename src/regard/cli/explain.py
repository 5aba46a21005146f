"""`regard explain`: why a run answered so."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from regard.cli.common import Json, Lang, Language, RunFolder, emit, texts_from
from regard.errors import Mistake


class Method(StrEnum):
    """Ways of explaining."""

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
    method: Annotated[Method, typer.Option(help="How to explain.")] = Method.attention,
    target: Annotated[
        str, typer.Option(metavar="LABEL", help="The label or word to explain, not the model's own.")
    ] = "",
    against: Annotated[str, typer.Option(metavar="LABEL", help="Another one: why the first rather than this?")] = "",
    layer: Annotated[
        str, typer.Option(metavar="NAME", help="Attentions of this name, * for all; else the one that decides.")
    ] = "",
    head: Annotated[
        int | None, typer.Option(metavar="N", help="Only this head, counted from 0.", show_default=False)
    ] = None,
    tokens: Annotated[bool, typer.Option("--tokens", help="Tokens as the model reads them, not whole words.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A picture or a table: .html .svg .png .pdf .csv .json")
    ] = None,
    lang: Language = Lang.en,
    json: Json = False,
) -> None:
    """Show which words made a model give a text its label, translate it so, or expect a word; and how far that holds.

    regard explain runs/imdb-attention "I did not like it"

    regard explain runs/imdb-attention "I did not like it" --method leave-one-out --out why.svg

    regard explain runs/imdb-lstm "Long, but never dull." --method integrated-gradients --target positive

    regard explain runs/probe-phrases-transformer "Anna did not sign ." --layer '*' --head 0

    regard explain runs/bert-base "The film was [MASK]." --method occlusion --target good --against bad

    attention, rollout, attention-norms, attention-gradient and value-zeroing tell where a model looked: shares that sum
    to one. gradient-input, integrated-gradients, occlusion and leave-one-out tell what each word adds to the answer or
    takes from it. random and uniform are controls.

    Of a translation, rows are its words and columns those of the text. A language model, an imported one too, explains
    the word that it expects next, or what fills the first blank.

    Below the picture stands how far it can be trusted: what the answer loses without the words that are named first
    (comprehensiveness), what it keeps of them alone (sufficiency), and both for random orders and for leave-one-out.
    """
    from regard.runs.explaining import explain as explained
    from regard.runs.run import open_run
    from regard.views.record import check_suffix, record, save_explanation
    from regard.views.terminal import show_explanation

    if out is not None:
        check_suffix(out)

    given = texts_from(text, None)
    if len(given) > 1 and text:
        raise Mistake(f"explain takes one text; these are {len(given)}: put it between quotation marks.")
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
