"""`regard lab`: a chapter of the course."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from regard.cli.common import (
    Json,
    LabelColumn,
    Lang,
    Language,
    TextColumn,
    bars,
    emit,
    following,
    preparing,
    say,
    typed,
)
from regard.cli.show import show_end, show_lab
from regard.errors import Mistake, unknown

Name = Annotated[str, typer.Argument(metavar="NAME", help="The lab to run; without a name, the labs are listed.")]


def lab(
    name: Name = "",
    corpus: Annotated[
        str,
        typer.Option(
            metavar="CORPUS",
            help="A name of `regard data list`, or a table; default: the built-in corpus.",
            show_default=False,
        ),
    ] = "",
    text: TextColumn = "",
    label: LabelColumn = "",
    source: Annotated[str, typer.Option(metavar="SIDE", help="Only for translation: source language or column.")] = "",
    target: Annotated[str, typer.Option(metavar="SIDE", help="Only for translation: target language or column.")] = "",
    seeds: Annotated[int, typer.Option(metavar="N", min=1, help="Number of seeds: train each model N times.")] = 3,
    quick: Annotated[
        bool, typer.Option("--quick", help="A first look: one seed, and fewer updates for language models.")
    ] = False,
    jobs: Annotated[
        int,
        typer.Option(metavar="N", min=0, help="Models to train in parallel; 0 = one per CPU core."),
    ] = 0,
    models: Annotated[
        str, typer.Option(metavar="NAMES", help="Only these models, separated by commas.", show_default=False)
    ] = "",
    change: Annotated[
        list[str], typer.Option("--set", metavar="KEY=VALUE", help="Change one setting in all recipes.")
    ] = [],  # noqa: B006
    depths: Annotated[
        str | None,
        typer.Option(
            metavar="N,…", help="Only for self-attention: numbers of layers to try; '' for none.", show_default=False
        ),
    ] = None,
    sentence: Annotated[
        list[str],
        typer.Option(metavar="TEXT", help="Show attention on this sentence (not for pooling).", show_default=False),
    ] = [],  # noqa: B006
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Output folder; default: labs/NAME-CORPUS.")] = None,
    lang: Language = Lang.en,
    json: Json = False,
) -> None:
    """Train all models of a chapter on one corpus, print the table, write report.html.

    regard lab pooling

    regard lab pooling --corpus imdb --seeds 3

    regard lab pooling --corpus reviews.csv --text review --label stars

    regard lab pooling --models mean,attention,lstm-attention --lang fr

    regard lab self-attention --quick --sentence "I did not like it"

    regard lab translation --corpus multi30k --source en --target fr

    regard lab transformers --quick

    If a lab is stopped, repeat the command to continue it.
    """
    from regard.runs.labs import CORPUS_OF, LABS

    if not name:
        if json:
            emit({"labs": [{"name": known, "shows": shows} for known, shows in LABS.items()]})
        else:
            for known, shows in LABS.items():
                typer.echo(f"{known}\t{shows}")
        return
    if name not in LABS:
        raise unknown("lab", name, LABS)
    from regard.runs.labs.request import Request, lab_named
    from regard.views.page import write_report

    corpus = corpus or CORPUS_OF[name]
    folder = out or Path("labs") / f"{name}-{Path(corpus).stem}"
    with bars() as progress, _resumable():
        asked = Request(
            corpus=corpus,
            text=text,
            label=label,
            source=source,
            target=target,
            out=folder,
            seeds=1 if quick else seeds,
            quick=quick,
            models=listed(models),
            changes=change,
            depths=_layers(depths),
            sentences=sentence,
            command=typed(),
            workers=jobs or os.cpu_count() or 1,
            show=following(progress, perplexity=name == "transformers"),
            progress=preparing(progress),
        )
        result = lab_named(name)(asked)
    report = write_report(result, folder, lang)
    if json:
        emit({**result.as_json(), "report": str(report)})
        return
    show_lab(result, lang)
    show_end(lang, report=str(report))


def listed(names: str) -> list[str]:
    """The names between commas."""
    return [name.strip() for name in names.split(",")] if names else []


def _layers(depths: str | None) -> list[int] | None:
    """Numbers of layers between commas; None without the option."""
    if depths is None:
        return None
    given = listed(depths)
    if not all(number.isdecimal() and int(number) for number in given):
        raise Mistake(f"--depths is {depths!r}; give numbers of layers separated by commas, such as 1,3,6.")
    return [int(number) for number in given]


@contextmanager
def _resumable() -> Generator[None]:
    """A block that says how to continue when it is stopped."""
    try:
        yield
    except KeyboardInterrupt:
        say("regard: stopped; repeat the command to continue.")
        raise
