"""`regard explain`: what a run looked at."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from regard.cli.common import Json, Lang, Language, RunFolder, emit, texts_from
from regard.errors import Mistake


class Method(StrEnum):
    """Ways of explaining."""

    attention = "attention"


def explain(
    run: RunFolder,
    text: Annotated[list[str], typer.Argument(metavar="TEXT", help="The text; without it, standard input.")] = [],  # noqa: B006
    method: Annotated[Method, typer.Option(help="How to explain.")] = Method.attention,
    layer: Annotated[str, typer.Option(help="Attentions of this name, * for all; else the one that decides.")] = "",
    head: Annotated[int | None, typer.Option(help="Only this head, counted from 0.", show_default=False)] = None,
    tokens: Annotated[bool, typer.Option("--tokens", help="Tokens as the model reads them, not whole words.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A picture or a table: .html .svg .png .pdf .csv .json")
    ] = None,
    lang: Language = Lang.en,
    json: Json = False,
) -> None:
    """Show on which words a model looked when it gave a text its label.

    regard explain runs/imdb-attention "I did not like it"

    regard explain runs/imdb-attention "I did not like it" --out looked.svg

    The weights say what the model averaged from. They are not by themselves a proof of why it answered so.
    """
    from regard.explain.attention import raw
    from regard.runs.run import open_run
    from regard.views.record import save_explanation
    from regard.views.terminal import show_explanation

    given = texts_from(text, None)
    if len(given) > 1 and text:
        raise Mistake(f"explain takes one text; these are {len(given)}: put it between quotation marks.")
    opened = open_run(run)
    said = raw(
        opened.model,
        opened.tokenizer,
        opened.classes,
        "\n".join(given),
        longest=opened.recipe.text.longest,
        only=layer,
        head=head,
        tokens=tokens,
    )
    if not said.maps:
        named = "" if layer in ("", "*") else f" named {layer!r}"
        raise Mistake(f"{opened.recipe.name} has no attention{named} to show; `attention` and `lstm-attention` have.")
    if out is not None:
        save_explanation(said, out, lang)
    if json:
        emit({key: value for key, value in said.as_json().items() if key != "spans"})
    else:
        show_explanation(said, lang)
