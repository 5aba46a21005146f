"""`regard translate`: new sentences."""

from pathlib import Path
from typing import Annotated, Any

import typer

from regard.cli.common import Alpha, Beam, Json, Lang, Language, RunFolder, bars, emit, one_line, preparing, texts_from
from regard.errors import Mistake

MOST = 10_000
"""Tokens that a translation may be asked to have."""


def translate(
    run: RunFolder,
    texts: Annotated[list[str], typer.Argument(metavar="TEXT", help="Sentences; each is one argument.")] = [],  # noqa: B006
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file of sentences, a line each.", show_default=False)
    ] = None,
    beam: Beam = 5,
    n_best: Annotated[
        int, typer.Option(metavar="N", min=1, help="Show this many translations of each; at most the beam.")
    ] = 1,
    alpha: Alpha = 0.6,
    temperature: Annotated[
        float,
        typer.Option(
            metavar="X", min=0, help="Draw translations by chance, the warmer the bolder; 0 searches with --beam."
        ),
    ] = 0.0,
    seed: Annotated[
        int, typer.Option(metavar="N", min=0, max=2**63 - 1, help="Of chance: same seed, same translations.")
    ] = 0,
    shortest: Annotated[int, typer.Option(metavar="N", min=0, max=MOST, help="Say at least this many tokens.")] = 0,
    longest: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=MOST, help="Say at most this many tokens; else the source's length decides."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Alignment of one sentence: .html .svg .png .pdf .csv .json"),
    ] = None,
    lang: Language = Lang.en,
    json: Json = False,
) -> None:
    """Translate sentences with a run of `regard train --task translate`.

    regard translate runs/probe-phrases-bahdanau "The agreement was signed in August 1992 ."

    regard translate runs/multi30k-transformer --file captions.txt --beam 10 --json

    regard translate runs/multi30k-transformer "A dog ." --temperature 0.7 --n-best 5 --seed 3

    regard translate runs/probe-phrases-bahdanau "Anna did not sign the treaty ." --out alignment.svg

    Scores are log p of the translation over its length penalty; with --n-best, one translation a line. An empty line
    stays an empty line.
    """
    from regard.decoding import Drawing, Search
    from regard.runs.pairs.new_sentences import own_alignment, searched, shown
    from regard.runs.run import open_run
    from regard.views.record import check_suffix, save_explanation

    given = texts_from(texts, file, every=True)
    if out is not None:
        check_suffix(out)
        if len(given) > 1:
            raise Mistake(f"--out draws the alignment of one sentence, and these are {len(given)}; give one.")
    search = Search(beam=beam, n_best=n_best, alpha=alpha, shortest=shortest, longest=longest)
    if temperature:
        search = Drawing(temperature=temperature, n_best=n_best, seed=seed, shortest=shortest, longest=longest)
    opened = open_run(run)
    with bars() as progress:
        found = searched(opened, given, search, preparing(progress))
    said = shown(opened, given, found)
    if json:
        emit({"outputs": said})
    else:
        _show(said, scored=n_best > 1)
    if out is not None:
        save_explanation(own_alignment(opened, given[0], *found[0][:1]), out, lang)


def _show(said: list[dict[str, Any]], *, scored: bool) -> None:
    """A line for each translation, with its score if there may be several; an empty one for an empty source."""
    for one in said:
        if not one["hypotheses"]:
            typer.echo()
        for hypothesis in one["hypotheses"]:
            score = f"{hypothesis['score']:.3f}\t" if scored else ""
            typer.echo(f"{score}{one_line(hypothesis['text'])}")
