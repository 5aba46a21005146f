"""`regard generate`: text from a language model."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from regard.cli.common import Alpha, Json, RunFolder, emit, texts_from
from regard.errors import Mistake

HOT = 0.8
"""Default temperature."""
SHOWN = 5
"""Default number of words shown for a blank."""


def generate(
    run: RunFolder,
    prompts: Annotated[list[str], typer.Argument(metavar="TEXT", help="Prompts, one per argument.")] = [],  # noqa: B006
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file of prompts, one per line.", show_default=False)
    ] = None,
    temperature: Annotated[
        float | None,
        typer.Option(
            metavar="X",
            min=0,
            help="Sampling temperature; 0 = greedy.  [default: 0.8]",
            show_default=False,
        ),
    ] = None,
    top_k: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Sample only from the N most probable tokens.", show_default=False),
    ] = None,
    top_p: Annotated[
        float | None,
        typer.Option(
            metavar="X",
            min=0,
            max=1,
            help="Sample only from the most probable tokens whose probabilities sum to X.",
            show_default=False,
        ),
    ] = None,
    repetition: Annotated[
        float, typer.Option(metavar="X", min=0, help="Repetition penalty; above 1, repeated tokens are less likely.")
    ] = 1.0,
    beam: Annotated[
        int, typer.Option(metavar="N", min=1, help="Beam width; above 1, search for the most probable text.")
    ] = 1,
    n_best: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Number of texts to show from a beam, or of words for a blank.", show_default=False
        ),
    ] = None,
    alpha: Alpha = 0.6,
    stop: Annotated[list[str], typer.Option(metavar="TEXT", help="Stop before this text; may be repeated.")] = [],  # noqa: B006
    longest: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Maximum number of tokens.  [default: 200]", show_default=False),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, max=2**63 - 1, help="Random seed.")] = 0,
    json: Json = False,
) -> None:
    r"""Continue a text with a language model, fill in its blanks, or reconstruct it.

    regard generate runs/tinyshakespeare-gpt "ROMEO:" --longest 300 --temperature 0.9 --top-k 40

    regard generate runs/probe-reviews-gpt "The film" --top-p 0.9 --stop "." --seed 3

    regard generate runs/probe-reviews-gpt "The film" --beam 4 --n-best 4 --json

    regard generate runs/probe-reviews-bert "The film was [MASK] ." --n-best 10

    regard generate runs/probe-reviews-bart "The film was [MASK] ." --temperature 0

    Next-word models (gpt, bloom, llama) continue the text, which is printed while it is generated. Masked-word models
    (bert, roberta, albert, reader) give the most probable words for each [MASK]. bart reconstructs the clean text.
    Imported models work the same way.
    """
    if beam > 1 and (temperature is not None or top_k is not None or top_p is not None):
        raise Mistake("--beam does not sample; leave out --temperature, --top-k and --top-p, or leave out --beam.")
    if "" in stop:
        raise Mistake("--stop is empty; give the characters that end a text.")
    given = texts_from(prompts, file)
    from regard.models.masked import Masked
    from regard.runs.language.generations import Saying, generations, rewrites
    from regard.runs.run import open_run

    opened = open_run(run)
    blanks = isinstance(opened.model, Masked)
    if blanks:
        chance = {"--temperature": temperature, "--top-k": top_k, "--top-p": top_p, "--longest": longest}
        search = {"--repetition": repetition if repetition != 1 else None, "--beam": beam if beam > 1 else None}
        _only_blanks(chance | search | {"--stop": stop or None})
    if not blanks and n_best is not None and n_best > beam:
        raise Mistake(f"--n-best {n_best} is more than the beam width {beam}; lower --n-best or raise --beam.")
    how = Saying(
        temperature=HOT if temperature is None else temperature,
        top_k=top_k or 0,
        top_p=1.0 if top_p is None else top_p,
        repetition=repetition,
        beam=beam,
        n_best=n_best or (SHOWN if blanks else 1),
        alpha=alpha,
        stops=tuple(stop),
        longest=longest,
        seed=seed,
    )
    if json or blanks or beam > 1:
        said = generations(opened, given, how)
        if json:
            emit({"outputs": said})
        else:
            for one in said:
                _show(one, "" if rewrites(opened) else one["prompt"])
        return
    for prompt in given:
        generations(opened, [prompt], how, _streaming("" if rewrites(opened) else prompt))
        typer.echo()


def _only_blanks(given: dict[str, Any]) -> None:
    """Refuse options that have no effect on a model that fills in blanks."""
    if said := [option for option, value in given.items() if value is not None]:
        raise Mistake(f"this model only fills in blanks; leave out {' and '.join(said)}.")


def _streaming(before: str) -> Callable[[str], None]:
    """A callback that prints a text while it is generated, after its prompt."""
    waiting = [before]

    def show(text: str) -> None:
        sys.stdout.write("".join([*waiting, text]))
        sys.stdout.flush()
        waiting.clear()

    return show


def _show(one: dict[str, Any], before: str) -> None:
    """The text, or the texts of a beam with their scores; the best words of each blank."""
    if "blanks" in one:
        typer.echo(one["text"])
        for number, words in enumerate(one["blanks"], start=1):
            told = "  ".join(f"{word['word']} {word['probability']:.1%}" for word in words)
            typer.echo(f"  {f'{number}. ' if len(one['blanks']) > 1 else ''}{told}")
        return
    for kept in one["hypotheses"]:
        score = f"{kept['score']:.3f}\t" if len(one["hypotheses"]) > 1 else ""
        typer.echo(f"{score}{before}{kept['text']}")
