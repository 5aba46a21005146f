"""`regard evaluate`: a run on a part of a corpus."""

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
    typer.Option(metavar="PART", help="Which part: train, validation, test, or a test set's name.", show_default=False),
]


def evaluate(
    run: RunFolder,
    corpus: Annotated[str, typer.Argument(metavar="CORPUS", help="Another corpus than the run's own.")] = "",
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
    """Measure a run with its 95 % interval, on the whole part and on each slice of it.

    regard evaluate runs/imdb-attention

    regard evaluate runs/imdb-attention probe-reviews

    regard evaluate runs/reviews-attention new.csv --text review --label stars --json

    regard evaluate runs/probe-phrases-bahdanau --beam 1 --lang fr

    regard evaluate runs/probe-reviews-gpt other.txt

    A classifier has its accuracy. A language model has the perplexity of the words that it learned to say, and how many
    of them were the likeliest; one that learned answers, the perplexity of these, and how many it says itself; one that
    learned preferences, how often it prefers what was chosen, and what its own answers are worth. A translator has
    BLEU, chrF, exact matches and, where links between words are known, the alignment error rate of its attention.
    Another table is measured whole; of one with labels and a column `split`, the rows that this gives to the part.
    """
    from regard.runs.run import open_run

    opened = open_run(run)
    kind = opened.recipe.task.kind
    strange = {"classify": source or target, "translate": text or label, "language": source or target or label}
    if strange.get(kind, text or label or source or target):
        raise Mistake(
            "--text and --label go with runs that give labels, --source and --target with those that translate."
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
