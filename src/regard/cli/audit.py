"""`regard audit`: how far explanations of a run's answers can be trusted."""

from pathlib import Path
from typing import Annotated

import typer

from regard.cli.common import Json, Lang, Language, RunFolder, bars, emit, preparing, typed
from regard.errors import Mistake

Others = Annotated[
    list[Path],
    typer.Option(
        "--also", metavar="RUN", help="The same model with another seed; may be repeated.", show_default=False
    ),
]


def audit(
    run: RunFolder,
    corpus: Annotated[str, typer.Argument(metavar="CORPUS", help="Use this corpus, not the run's own.")] = "",
    split: Annotated[
        str, typer.Option(metavar="PART", help="Which split: train, validation or test.", show_default=False)
    ] = "",
    methods: Annotated[
        str,
        typer.Option(metavar="METHODS", help="Explanation methods, separated by commas; or `all`.", show_default=False),
    ] = "",
    texts: Annotated[int, typer.Option(metavar="N", min=2, help="Number of texts to sample.")] = 1_000,
    seed: Annotated[
        int, typer.Option(metavar="N", min=0, help="Random seed of the sample, the controls and the search.")
    ] = 0,
    budget: Annotated[
        int,
        typer.Option(metavar="N", min=1, help="Thousands of tokens each method may process; more means more texts."),
    ] = 300,
    also: Others = [],  # noqa: B006
    uniform: Annotated[
        Path | None,
        typer.Option(
            metavar="RUN", help="A run trained with uniform attention: `mean` or `lstm-mean`.", show_default=False
        ),
    ] = None,
    heads: Annotated[
        bool,
        typer.Option("--heads", help="Audit the heads: what each does, and how much it matters; at most 400 texts."),
    ] = False,
    device: Annotated[str, typer.Option(metavar="DEVICE", help="Device: cpu or cuda.")] = "cpu",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the report to this .html file.")] = None,
    lang: Language = Lang.en,
    json: Json = False,
) -> None:
    """Measure how far explanations of a run can be trusted, with controls and 95 % intervals.

    regard audit runs/imdb-attention

    regard audit runs/imdb-attention --texts 200 --methods attention,leave-one-out --out report.html

    regard audit runs/probe-shortcuts-transformer

    regard audit runs/imdb-attention eraser_movies

    regard audit runs/a --also runs/b --also runs/c --uniform runs/mean

    regard audit runs/imdb-transformer --heads

    regard audit runs/probe-phrases-transformer

    Classifiers: each method ranks the words. How much does the prediction lose without the top words
    (comprehensiveness), and how much does it keep with only these words (sufficiency), compared with random words? 1 is
    all that the text contributes. Does the model need its attention, or do equal or permuted weights work as well? Does
    a method find the deciding words where they are known (probe-shortcuts, probe-reviews, eraser_movies)? Do
    explanations change when the model's weights are shuffled, and stay the same with another seed?

    Translators and language models, and any run with --heads: what each head attends to (the previous token, the same
    word, punctuation, grammatically related words) compared with chance, and how much the model loses when a head is
    removed or made uniform, with paired intervals. Translators: also the alignment error rate of every layer and head.

    --json: {"run", "model", "corpus", "split", "texts", "of", "seed", "budget", "shares", "precision", "accuracy",
    "drops", "met", "methods": [{"method", "texts", "erased": {"left-out" and "hole": {"comprehensiveness",
    "sufficiency", "beyond", "beyond_sufficiency", "removed", "kept"}}, "found": {"first", "precision", "average",
    "chance", "slices"}, "randomised", "seeds", "why"}], "needed": [{"change", "where", "accuracy", "changed",
    "distance"}], "adversarial", "uniform", "others", "sentences", "standing", "report"}. A figure is {"value",
    "interval", "n"}; null where it does not apply.
    """
    from regard.runs.auditing.audit import Wanted
    from regard.runs.auditing.audit import audit as audited
    from regard.runs.run import open_run
    from regard.views.report.audit import write_audit
    from regard.views.report.audit_prose import lines, standing

    if out is not None and out.suffix.lower() not in (".html", ".htm"):
        raise Mistake(f"--out is {out}, but the report is an HTML page; give a name that ends in .html.")
    if out is not None and not out.parent.is_dir():
        raise Mistake(f"{out} cannot be written: there is no folder {out.parent}; choose another --out.")
    opened = open_run(run)
    if heads or opened.recipe.task.kind != "classify":
        given = {"--methods": methods, "--also": also, "--uniform": uniform}
        if idle := [name for name, value in given.items() if value]:
            why = (
                "--heads audits heads only"
                if heads
                else f"the run {run} is not a classifier, so only its heads are audited"
            )
            raise Mistake(f"{why}; leave out {' and '.join(idle)}.")
        from regard.cli.audit_heads import audit_heads

        audit_heads(opened, corpus, split, texts, seed, out, lang, json)
        return
    wanted = Wanted(
        corpus=corpus,
        split=split,
        methods=[name.strip() for name in methods.split(",")] if methods else (),
        texts=texts,
        seed=seed,
        budget=1_000 * budget,
        also=[open_run(other) for other in also],
        uniform=None if uniform is None else open_run(uniform),
        device=device,
        command=typed(),
    )
    with bars() as progress:
        found = audited(opened, wanted, preparing(progress))
    report = "" if out is None else str(write_audit(found, out, lang))
    if json:
        said = {"sentences": lines(found, lang), "standing": standing(found, lang), "report": report or None}
        emit({**found.as_json(), **said})
        return
    from regard.cli.show import show_audit

    show_audit(found, lang, report)
