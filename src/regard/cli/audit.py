"""`regard audit`: how far explanations of a run's answers can be trusted."""

from pathlib import Path
from typing import Annotated

import typer

from regard.cli.common import Json, Lang, Language, RunFolder, bars, emit, preparing, typed
from regard.errors import Mistake

Others = Annotated[
    list[Path], typer.Option("--also", metavar="RUN", help="A run that differs in its seed.", show_default=False)
]


def audit(
    run: RunFolder,
    corpus: Annotated[str, typer.Argument(metavar="CORPUS", help="Another corpus than the run's own.")] = "",
    split: Annotated[
        str, typer.Option(metavar="PART", help="Which part: train, validation or test.", show_default=False)
    ] = "",
    methods: Annotated[
        str,
        typer.Option(
            metavar="METHODS", help="Ways of explaining, with commas between; `all` for every one.", show_default=False
        ),
    ] = "",
    texts: Annotated[int, typer.Option(metavar="N", min=2, help="Texts to draw.")] = 1_000,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Of the draw, the control and the search.")] = 0,
    budget: Annotated[
        int,
        typer.Option(metavar="N", min=1, help="Thousands of tokens that each method may read; more texts, more time."),
    ] = 300,
    also: Others = [],  # noqa: B006
    uniform: Annotated[
        Path | None,
        typer.Option(
            metavar="RUN", help="A run trained with equal weights: `mean` or `lstm-mean`.", show_default=False
        ),
    ] = None,
    heads: Annotated[
        bool,
        typer.Option("--heads", help="What each head does, and what the answers lose without it; 400 texts at most."),
    ] = False,
    device: Annotated[str, typer.Option(metavar="DEVICE", help="Where to compute: cpu or cuda.")] = "cpu",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="The report, a page: .html")] = None,
    lang: Language = Lang.en,
    json: Json = False,
) -> None:
    """Say how far explanations of a run's answers can be trusted: numbers with controls and 95 % intervals.

    regard audit runs/imdb-attention

    regard audit runs/imdb-attention --texts 200 --methods attention,leave-one-out --out report.html

    regard audit runs/probe-shortcuts-transformer

    regard audit runs/imdb-attention eraser_movies

    regard audit runs/a --also runs/b --also runs/c --uniform runs/mean

    regard audit runs/imdb-transformer --heads

    regard audit runs/probe-phrases-transformer

    Of a run that translates or says words, and with --heads of any: what each head looks at (the token before, the same
    word, marks, words that the grammar ties) beside what chance gives, and what the answers lose when it is taken away
    or looks at all alike, with paired intervals. Of a translator also the alignment error rate of every layer and head.

    Each method names words: what does the answer lose without them (comprehensiveness), what does it keep with them
    alone (sufficiency), beside random words? 1 is all that the text gives the answer. Is the attention needed, with
    equal or permuted weights? Are deciding words found, where they are known (probe-shortcuts, probe-reviews,
    eraser_movies)? Do explanations change with the weights, and stay with another seed?

    --json: {"run", "model", "corpus", "split", "texts", "of", "seed", "budget", "shares", "precision", "accuracy",
    "drops", "met", "methods": [{"method", "texts", "erased": {"left-out" and "hole": {"comprehensiveness",
    "sufficiency", "beyond", "beyond_sufficiency", "removed", "kept"}}, "found": {"first", "precision", "average",
    "chance", "slices"}, "randomised", "seeds", "why"}], "needed": [{"change", "where", "accuracy", "changed",
    "distance"}], "adversarial", "uniform", "others", "sentences", "standing", "report"}. A figure is {"value",
    "interval", "n"}; what does not apply is null.
    """
    from regard.runs.auditing.audit import Wanted
    from regard.runs.auditing.audit import audit as audited
    from regard.runs.run import open_run
    from regard.views.report.audit import write_audit
    from regard.views.report.audit_prose import lines, standing

    if out is not None and out.suffix.lower() not in (".html", ".htm"):
        raise Mistake(f"--out is {out}; the report of an audit is a page, so give it a name that ends in .html.")
    if out is not None and not out.parent.is_dir():
        raise Mistake(f"{out} cannot be written: there is no folder {out.parent}; choose another place with --out.")
    opened = open_run(run)
    if heads or opened.recipe.task.kind != "classify":
        given = {"--methods": methods, "--also": also, "--uniform": uniform}
        if idle := [name for name, value in given.items() if value]:
            what = "with --heads" if heads else f"the run {run} does not give labels, so"
            raise Mistake(f"{what} a run is audited by its heads; leave out {' and '.join(idle)}.")
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
