"""Values on the terminal."""

from typing import TYPE_CHECKING

import typer

from regard.cli.common import Lang, say
from regard.results import LabResult

if TYPE_CHECKING:
    from regard.runs.measure_answers import Answering
    from regard.runs.measure_language import Worded
    from regard.runs.measure_pairs import Translated
    from regard.runs.measure_preferences import Preferring


def show_lab(result: LabResult, lang: Lang) -> None:
    """The tables of a lab; apart from them, what a reader must know about the data."""
    from rich.console import Console

    from regard.views.lines import noted
    from regard.views.tables import lab_tables

    console = Console()
    for table in lab_tables(result, lang):
        console.print(table)
    if result.translation is not None:
        typer.echo(f"BLEU    {result.translation.signature}")
    for line in noted(result.notes, lang):
        say(line)


def show_end(lang: Lang, **lines: str) -> None:
    """Where things lie and what can be done next, a line each."""
    from regard.views.lines import ending

    for line in ending(lines, lang):
        typer.echo(line)


def counted(sentences: int) -> str:
    """So many sentences."""
    return "1 sentence" if sentences == 1 else f"{sentences:,} sentences"


def show_translated(measured: "Translated", where: str) -> None:
    """What a translator is worth."""
    low, high = measured.interval
    search = measured.search
    typer.echo(
        f"BLEU {measured.value:.1f} (95 %: {low:.1f} to {high:.1f}) on {counted(measured.n)} of {where}, "
        f"beam {search.beam}, length penalty {search.alpha}"
    )
    typer.echo(
        f"chrF {measured.chrf.value:.1f}   tokenised lower-cased BLEU {measured.tokenised.value:.1f}   "
        f"exact match {measured.right.mean():.1%}"
    )
    for score in (measured.bleu, measured.chrf, measured.tokenised):
        typer.echo(f"  {score.name:10} {score.signature}")
    if measured.slices:
        typer.echo(f"  {'slice':20} {'BLEU':>6} {'exact match':>12} {'of':>7}")
    for name, value in measured.slices.items():
        typer.echo(f"  {name:20} {value:6.1f} {measured.right_slices[name]:12.1%} {measured.sizes[name]:7,}")
    if (found := measured.alignment) is not None:
        typer.echo(f"alignment error rate on {counted(found.n)} with known links, while the references are said")
        ways = {"mean of all heads": found.raw, "the same, one step later": found.shifted, "diagonal": found.diagonal}
        if found.best is not None:
            ways = {f"best on validation: {found.readout}": found.best, **ways}
        for way, score in {**ways, "random": found.random}.items():
            typer.echo(f"  {score.value:6.1%}  {way}")


def show_worded(measured: "Worded", where: str) -> None:
    """What a language model is worth."""
    low, high = measured.interval
    words = {"next": "words, each from those before it", "masked": "masked words", "clean": "words of clean texts"}
    typer.echo(
        f"perplexity {measured.value:.2f} (95 %: {low:.2f} to {high:.2f}) of {measured.n:,} {words[measured.asked]}, "
        f"in {where}"
    )
    found = measured.measures
    lacking = " that the noisy texts lack" if measured.asked == "clean" else ""
    typer.echo(f"  loss {found['loss']:.4f}   {found['word_accuracy']:.1%} of the words{lacking} were the likeliest")
    if "bits_per_character" in found:
        typer.echo(f"  {found['bits_per_character']:.3f} bits a character")
    if "pair_accuracy" in found:
        typer.echo(f"  {found['pair_accuracy']:.1%} of the pairs of pieces were told rightly")


def show_answering(measured: "Answering", where: str) -> None:
    """What a model that learned answers is worth."""
    low, high = measured.interval
    said = f"perplexity {measured.value:.2f} (95 %: {low:.2f} to {high:.2f})"
    typer.echo(f"{said} of {measured.n:,} words of answers, in {where}")
    found = measured.measures
    typer.echo(f"  loss {found['loss']:.4f}   {found['word_accuracy']:.1%} of the words were the likeliest")
    typer.echo(f"  {found['exact']:.1%} of its likeliest answers are the wanted ones, word for word")
    if "right" in found:
        typer.echo(f"  {found['right']:.1%} of its likeliest answers are right by the rule of the corpus")


def show_preferring(measured: "Preferring", where: str) -> None:
    """What a model that learned preferences is worth."""
    low, high = measured.interval
    typer.echo(
        f"the chosen answer is preferred in {measured.value:.2%} (95 %: {low:.2%} to {high:.2%}) of {measured.n:,} "
        f"pairs of {where}"
    )
    found = measured.measures
    typer.echo(f"  loss {found['loss']:.4f}   margin {found['margin']:.3f}")
    if "kl" in found:
        typer.echo(f"  KL to the reference {found['kl']:.4f} a token, on answers of its own")
    if "win_rate" in found:
        typer.echo(
            f"  {found['win_rate']:.1%} of its answers are better than the reference's, equal ones "
            f"({found['ties']:.1%}) left out"
        )
        typer.echo(
            f"  {found['beats_rejected']:.1%} of its answers are better than the rejected ones, "
            f"{found['reference_beats_rejected']:.1%} of the reference's"
        )
    if "right" in found:
        typer.echo(f"  {found['right']:.1%} of its answers are right by the rule of the corpus, word for word")
    for part, value in measured.slices.items():
        typer.echo(f"  {part:24} {value:8.2%}  of {measured.sizes[part]:,}")
