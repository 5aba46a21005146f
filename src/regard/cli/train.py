"""`regard train`: one model on one corpus."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from regard.cli.common import (
    Json,
    LabelColumn,
    Lang,
    Language,
    SourceSide,
    TargetSide,
    TextColumn,
    bars,
    emit,
    following,
    preparing,
    say,
    typed,
)
from regard.cli.events import lines
from regard.cli.show import show_trained
from regard.cli.train_options import (
    Change,
    Corpus,
    From,
    Labels,
    Model,
    Out,
    RecipeFile,
    Resume,
    Seed,
    Task,
    Teacher,
    TellEvents,
    changes_of,
    check_columns,
    only_resume,
)
from regard.errors import Mistake

if TYPE_CHECKING:
    from regard.results import Epoch, LabResult
    from regard.runs.training import Events, Trained
    from regard.training.loop import Step


def train(
    corpus: Corpus = "",
    model: Model = "",
    task: Annotated[Task | None, typer.Option(help="What to learn; default: classify.", show_default=False)] = None,
    text: TextColumn = "",
    label: LabelColumn = "",
    labels: Labels = None,
    source: SourceSide = "",
    target: TargetSide = "",
    change: Change = [],  # noqa: B006
    recipe: RecipeFile = None,
    seed: Seed = None,
    start: From = None,
    teacher: Teacher = [],  # noqa: B006
    out: Out = None,
    resume: Resume = False,
    lang: Language = Lang.en,
    json: Json = False,
    events: TellEvents = False,
) -> None:
    """Train one model and save it as a run: a folder with recipe, tokenizer, weights, metrics and a report.

    regard train imdb --model attention

    regard train reviews.csv --text review --label stars

    regard train probe-phrases --task translate --model bahdanau

    regard train pairs.tsv --task translate --source en --target fr --model transformer

    regard train corpus.txt --task language --model gpt --set corpus.boundary=line

    regard train imdb --model lstm-attention --set model.states=64 --set training.epochs=2

    regard train reviews.csv --from runs/corpus-bert --labels 100

    regard train imdb --from runs/imdb-reader --model student --teacher runs/imdb-rdrop --teacher runs/imdb-rdrop-2

    regard train other.txt --task language --from runs/corpus-gpt

    regard train pairs.jsonl --task instruct --from runs/corpus-gpt

    regard train probe-preferences --task prefer --model dpo --from runs/probe-preferences-instruct

    regard train --resume --out runs/imdb-attention

    --set changes any setting of the recipe: text.longest, vectors.source ("learned" or "glove"), vectors.width,
    vectors.tuned, model.dropout, task.entropy_weight, training.epochs, training.learning_rate, training.batch …
    For sentence pairs also text.size, text.joint, model.width, task.smoothing, task.rdrop …
    For language also text.tokens ("pieces", "words", "characters"), corpus.boundary (what is one document in a text
    file: "file", "paragraph", "line"), task.rows ("documents" or "blocks"), task.masked, task.whole_words …

    --task instruct needs a table with the columns `prompt` and `answer`, --task prefer one with `prompt`, `chosen` and
    `rejected`. With a table of preferences, --task instruct learns the chosen answers, or both answers with
    task.answers=both.

    Ctrl-C stops between two steps; --resume then ends with exactly the same weights as an uninterrupted run.
    """
    changes = changes_of(change, seed, labels, teacher)
    if resume and out is None:
        raise Mistake("--resume needs --out, the folder of the run to continue.")
    columns = {"--text": text, "--label": label, "--source": source, "--target": target}
    if resume and not corpus:
        numbers = {"--labels": labels is not None, "--seed": seed is not None}
        rest = {"--model": model, "--task": task, "--set": change, "--recipe": recipe, "--from": start}
        only_resume(rest | columns | numbers | {"--teacher": teacher})
    if not resume and not corpus:
        raise Mistake("name a corpus (see `regard data list`), or a csv, tsv, jsonl or txt file.")
    check_columns(task or Task.classify, columns)
    from regard.runs import training
    from regard.runs.asked import RUNS, asked
    from regard.runs.run import fresh_folder, vacant

    made = None
    if out is not None and not resume:
        vacant(out)
    if corpus:
        sides = (source, target) if task is Task.translate else (text, label)
        kind = (task or Task.classify).value
        made = asked(kind, corpus, model, sides=sides, start=start, file=recipe, changes=changes)
        if start is not None and made.start.run != str(start.resolve()):
            say(f"regard: {start} is a published model; it was imported as the run {made.start.run}.")
        out = out or fresh_folder(RUNS, f"{Path(corpus).stem}-{made.name}")
    assert out is not None, "a run that is resumed has a folder"
    known = made or training.begun(out)
    words = known.task.kind in ("language", "instruct")
    with bars() as progress:
        tell, show = lines() if events else (preparing(progress), following(progress, perplexity=words))
        if resume:
            happening = training.resume(out, made=made, progress=tell)
        else:
            happening = training.train(known, out, progress=tell)
        done = _finished(happening, out, show)
    result = _reported(done, lang)
    if json:
        emit(
            {
                "run": str(done.folder),
                "model": done.recipe.name,
                "corpus": done.corpus,
                "seed": done.recipe.training.seed,
                "seconds": done.seconds,
                "validation": done.validation.summary(),
                "test": done.test.summary(),
                "notes": list(done.notes),
            }
        )
        return
    show_trained(done, result, lang)


def _reported(done: "Trained[Any]", lang: Lang) -> "LabResult":
    """Write the report into the run's folder."""
    from regard.runs.labs.single import alone
    from regard.runs.sealed import unsealed
    from regard.views.page import write_report

    result = alone(done, typed())
    with unsealed(done.folder):
        write_report(result, done.folder, lang)
    return result


def _finished(events: "Events", out: Path, show: "Callable[[str, Step | Epoch], None]") -> "Trained[Any]":
    """The finished run; if it is stopped before, say how to continue."""
    from regard.runs.sealed import RECIPE
    from regard.runs.stopping import followed

    try:
        return followed(events, lambda event: show(out.name, event))
    except KeyboardInterrupt:
        begun = (out / RECIPE).exists()
        way = f"continue with: regard train --resume --out {shlex.quote(str(out))}" if begun else "nothing was written."
        say(f"regard: stopped; {way}")
        raise
