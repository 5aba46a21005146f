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
    """Show on which words a model looked when it gave a text its label, translated it, or read it as a language model.

    regard explain runs/imdb-attention "I did not like it"

    regard explain runs/imdb-attention "I did not like it" --out looked.svg

    regard explain runs/probe-phrases-transformer "Anna did not sign ." --layer '*' --head 0

    regard explain runs/bert-base "The film was [MASK]." --layer 'layers.11.*'

    Of a translation, rows are its words and columns those of the text; --layer '*' shows every layer and head. A
    language model, an imported one too, shows how the words look at each other, and answers with the word that it
    expects next, with what fills the first blank, or with the text that it says.

    The weights say what the model averaged from. They are not by themselves a proof of why it answered so.
    """
    from regard.runs.run import open_run
    from regard.views.record import check_suffix, save_explanation
    from regard.views.terminal import show_explanation

    if out is not None:
        check_suffix(out)

    given = texts_from(text, None)
    if len(given) > 1 and text:
        raise Mistake(f"explain takes one text; these are {len(given)}: put it between quotation marks.")
    opened = open_run(run)
    if opened.recipe.task.kind == "translate":
        from regard.runs.pairs.new_sentences import own_alignment

        said = own_alignment(opened, "\n".join(given), only=layer, head=head, tokens=tokens)
    elif opened.recipe.task.speaks:
        from regard.explain.language import looked
        from regard.runs.language.generations import reading

        model, tokenizer, whole = opened.model, opened.tokenizer, "\n".join(given)
        read = reading(opened, whole)
        said = looked(model, tokenizer, whole, read, classes=opened.classes, only=layer, head=head, tokens=tokens)
    elif opened.recipe.task.kind == "prefer":
        raise Mistake(
            f"the run {run} has one number for a whole answer; `regard evaluate {run}` shows what it is worth."
        )
    else:
        from regard.runs.labels.prediction import looked_at

        said = looked_at(opened, "\n".join(given), only=layer, head=head, tokens=tokens)
    if out is not None:
        save_explanation(said, out, lang)
    if json:
        emit({key: value for key, value in said.as_json().items() if key != "spans"})
    else:
        show_explanation(said, lang)
