"""`regard translate`: translations of new sentences."""

from pathlib import Path
from typing import Annotated, Any

import typer

from regard.cli.common import Alpha, Beam, Json, Lang, Language, RunFolder, bars, emit, one_line, preparing, texts_from
from regard.errors import Mistake

MOST = 10_000
"""Largest number of tokens that can be asked for."""


def translate(
    run: RunFolder,
    texts: Annotated[list[str], typer.Argument(metavar="TEXT", help="Sentences, one per argument.")] = [],  # noqa: B006
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file of sentences, one per line.", show_default=False)
    ] = None,
    beam: Beam = 5,
    n_best: Annotated[
        int, typer.Option(metavar="N", min=1, help="Number of translations to show; at most --beam.")
    ] = 1,
    alpha: Alpha = 0.6,
    temperature: Annotated[
        float,
        typer.Option(metavar="X", min=0, help="Sampling temperature; 0 = no sampling, search with --beam."),
    ] = 0.0,
    seed: Annotated[int, typer.Option(metavar="N", min=0, max=2**63 - 1, help="Random seed for --temperature.")] = 0,
    shortest: Annotated[int, typer.Option(metavar="N", min=0, max=MOST, help="Minimum number of tokens.")] = 0,
    longest: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=MOST, help="Maximum number of tokens; default: depends on the source length."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the alignment of one sentence: .html .svg .png .pdf .csv .json"),
    ] = None,
    lang: Language = Lang.en,
    json: Json = False,
) -> None:
    """Translate sentences with a run of `regard train --task translate`.

    regard translate runs/probe-phrases-bahdanau "The agreement was signed in August 1992 ."

    regard translate runs/multi30k-transformer --file captions.txt --beam 10 --json

    regard translate runs/multi30k-transformer "A dog ." --temperature 0.7 --n-best 5 --seed 3

    regard translate runs/probe-phrases-bahdanau "Anna did not sign the treaty ." --out alignment.svg

    The score is log p of the translation divided by the length penalty. With --n-best, each translation has its own
    line. An empty input line gives an empty output line.
    """
    from regard.decoding import Drawing, Search
    from regard.runs.pairs.new_sentences import own_alignment, searched, shown
    from regard.runs.run import open_run
    from regard.views.record import check_suffix, save_explanation

    given = texts_from(texts, file, every=True)
    if out is not None:
        check_suffix(out)
        if len(given) > 1:
            raise Mistake(f"--out draws the alignment of one sentence, but {len(given)} are given; give one.")
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
    """One line per translation, with its score if there can be several; an empty line for an empty source."""
    for one in said:
        if not one["hypotheses"]:
            typer.echo()
        for hypothesis in one["hypotheses"]:
            score = f"{hypothesis['score']:.3f}\t" if scored else ""
            typer.echo(f"{score}{one_line(hypothesis['text'])}")
