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
from regard.cli.show import show_end, show_lab
from regard.cli.train_options import (
    SAID,
    SECOND,
    USUAL,
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
    check_columns,
    only_resume,
)
from regard.errors import Mistake

if TYPE_CHECKING:
    from regard.results import Epoch, LabResult
    from regard.runs.recipe import Recipe
    from regard.runs.training import Events, Trained
    from regard.training.loop import Step


def train(
    corpus: Corpus = "",
    model: Model = "",
    task: Annotated[Task | None, typer.Option(help="What to learn; classify unless given.", show_default=False)] = None,
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
    """Train one model and keep it as a run: a folder with recipe, tokenizer, weights, metrics and a report.

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

    Every leaf of a recipe can be set: text.longest, vectors.source ("learned" or "glove"), vectors.width,
    vectors.tuned, model.dropout, task.entropy_weight, training.epochs, training.learning_rate, training.batch …
    For sentence pairs also text.size, text.joint, model.width, task.smoothing, task.rdrop …
    For language also text.tokens ("pieces", "words", "characters"), corpus.boundary (what a document is in a text file:
    "file", "paragraph", "line"), task.rows ("documents" or "blocks"), task.masked, task.whole_words …
    Answers lie in a table with the columns `prompt` and `answer`, preferences in one with `prompt`, `chosen` and
    `rejected`; of preferences, --task instruct learns the chosen answers, or both with task.answers=both.

    Ctrl-C stops between two steps; --resume then reaches the very weights of an uninterrupted run.
    """
    given = {"training.seed": seed, "corpus.labels": labels}
    for leaf, option in SAID.items():
        if any(each.partition("=")[0].strip() == leaf for each in change):
            raise Mistake(f"{leaf} is said by {option}; leave --set {leaf} out.")
    changes = [*change, *(f"{leaf}={value}" for leaf, value in given.items() if value is not None)]
    if teacher:
        changes.append(f"teachers.runs={[str(folder.resolve()) for folder in teacher]}")
    if resume and out is None:
        raise Mistake("--resume needs --out, the folder of the run to go on with.")
    columns = {"--text": text, "--label": label, "--source": source, "--target": target}
    if resume and not corpus:
        numbers = {"--labels": labels is not None, "--seed": seed is not None}
        rest = {"--model": model, "--task": task, "--set": change, "--recipe": recipe, "--from": start}
        only_resume(rest | columns | numbers | {"--teacher": teacher})
    if not resume and not corpus:
        raise Mistake("name a corpus (see `regard data list`), or a csv, tsv, jsonl or txt file to learn from.")
    check_columns(task or Task.classify, columns)
    from regard.runs import training
    from regard.runs.recipe import with_corpus, with_pairs
    from regard.runs.run import fresh_folder

    with bars() as progress:
        made = None
        if corpus:
            made = _recipe_of(task or Task.classify, corpus, model, start, recipe, changes)
            sides = (source, target) if task is Task.translate else (text, label)
            made = (with_pairs if task is Task.translate else with_corpus)(made, corpus, *sides)
            out = out or fresh_folder(Path("runs"), f"{Path(corpus).stem}-{made.name}")
        assert out is not None, "a run that is gone on with has a folder"
        known = made or training.begun(out)
        words = known.task.kind in ("language", "instruct")
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
    _show(done, result, lang)


def _recipe_of(
    task: Task, corpus: str, model: str, start: Path | None, file: Path | None, changes: list[str]
) -> "Recipe":
    """The recipe that the options ask for, before it knows its corpus."""
    from regard.runs.exchange import run_of
    from regard.runs.recipe import recipe
    from regard.runs.starting import started

    if start is not None:
        return started(task.value, model, run_of(start), corpus=corpus, file=file, changes=changes)
    if task in SECOND:
        raise Mistake(f"--task {task.value} needs --from, the run of a language model that {SECOND[task]}.")
    return recipe(model or USUAL.get(task, ""), task=task.value, corpus=corpus, file=file, changes=changes)


def _reported(done: "Trained[Any]", lang: Lang) -> "LabResult":
    """Write the report into the run."""
    from regard.runs.labs.single import alone
    from regard.runs.sealed import reseal
    from regard.views.page import write_report

    reseal(done.folder, beside=False)
    result = alone(done, typed())
    write_report(result, done.folder, lang)
    reseal(done.folder, beside=True)
    return result


def _show(done: "Trained[Any]", result: "LabResult", lang: Lang) -> None:
    """The tables, and what can be done next."""
    show_lab(result, lang)
    folder = shlex.quote(str(done.folder))
    show_end(lang, run=str(done.folder), report=str(done.folder / "report.html"))
    if done.recipe.task.kind == "translate":
        from regard.models import TRANSLATORS

        looks = getattr(TRANSLATORS[str(done.recipe.model["kind"])], "aligns", "") is not None
        show_end(lang, next=f'regard translate {folder} "…"{" --out alignment.html" if looks else ""}')
    elif done.recipe.task.speaks:
        show_end(lang, next=f'regard generate {folder} "…"')
    elif done.recipe.task.kind == "prefer":
        show_end(lang, next=f"regard evaluate {folder}")
    else:
        show_end(lang, look=f'regard explain {folder} "I did not like it"')


def _finished(events: "Events", out: Path, show: "Callable[[str, Step | Epoch], None]") -> "Trained[Any]":
    """The run at its end; where it is stopped before, how to go on."""
    from regard.runs.sealed import RECIPE
    from regard.runs.stopping import followed

    try:
        return followed(events, lambda event: show(out.name, event))
    except KeyboardInterrupt:
        begun = (out / RECIPE).exists()
        way = f"go on with: regard train --resume --out {shlex.quote(str(out))}" if begun else "nothing was written."
        say(f"regard: stopped; {way}")
        raise
