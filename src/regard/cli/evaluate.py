"""`regard evaluate`: a run on one split of a corpus."""

from typing import Annotated, Any

import typer

from regard.cli.common import (
    Alpha,
    Beam,
    Json,
    LabelColumn,
    Lang,
    Language,
    RunFolder,
    SourceSide,
    TargetSide,
    TextColumn,
    bars,
    emit,
    preparing,
)
from regard.errors import Mistake

Split = Annotated[
    str,
    typer.Option(
        metavar="PART", help="Which split: train, validation, test, or a test set's name.", show_default=False
    ),
]


def evaluate(
    run: RunFolder,
    corpus: Annotated[str, typer.Argument(metavar="CORPUS", help="Use this corpus, not the run's own.")] = "",
    split: Split = "",
    text: TextColumn = "",
    label: LabelColumn = "",
    source: SourceSide = "",
    target: TargetSide = "",
    beam: Beam = 5,
    alpha: Alpha = 0.6,
    lang: Language = Lang.en,
    json: Json = False,
) -> None:
    """Evaluate a run with 95 % intervals, on a whole split and on each slice of it.

    regard evaluate runs/imdb-attention

    regard evaluate runs/imdb-attention probe-reviews

    regard evaluate runs/reviews-attention new.csv --text review --label stars --json

    regard evaluate runs/probe-phrases-bahdanau --beam 1 --lang fr

    regard evaluate runs/probe-reviews-gpt other.txt

    Classifiers: accuracy. Language models: perplexity, top-1 accuracy. Runs of --task instruct: perplexity of the
    answers, and how many the model reproduces exactly. Runs of --task prefer: how often the model prefers the chosen
    answer, and how good its own answers are. Translators: BLEU, chrF, exact matches and, where gold alignments are
    known, the alignment error rate of the attention. A table of your own is evaluated as a whole; if it has labels and
    a column `split`, only the rows of that split.
    """
    from regard.runs.run import open_run

    opened = open_run(run)
    kind = opened.recipe.task.kind
    strange = {"classify": source or target, "translate": text or label, "language": source or target or label}
    if strange.get(kind, text or label or source or target):
        raise Mistake(
            "--text and --label are for classifiers, --source and --target for translators; leave out the others."
        )
    with bars() as progress:
        if kind == "instruct":
            from regard.runs.answers.evaluation import instruction_evaluation

            found = instruction_evaluation(opened, corpus, split, preparing(progress))
        elif kind == "prefer":
            from regard.runs.preferences.evaluation import preference_evaluation

            found = preference_evaluation(opened, corpus, split, preparing(progress))
        elif kind == "language":
            from regard.runs.language.evaluation import language_evaluation

            found = language_evaluation(opened, corpus, split, text, preparing(progress))
        elif kind == "translate":
            from regard.decoding import Search
            from regard.runs.pairs.evaluation import pair_evaluation

            search = Search(beam=beam, alpha=alpha)
            found = pair_evaluation(opened, corpus, split, source, target, search, preparing(progress))
        else:
            from regard.runs.labels.evaluation import evaluation

            found = evaluation(opened, corpus, split, text, label, preparing(progress))
    figures: dict[str, Any] = found.measured.summary()
    if json:
        emit({"run": str(run), "corpus": found.corpus, "split": found.split, **figures})
        return
    from regard.runs.answers.measure import Answering
    from regard.runs.language.measure import Worded
    from regard.views.evaluated import evaluated

    sizes = {} if isinstance(found.measured, Answering | Worded) else found.measured.sizes
    for line in evaluated(figures, sizes, corpus=found.corpus, split=found.split, lang=lang):
        typer.echo(line)
