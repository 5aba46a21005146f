"""The lab `transformers`: the last chapter of the course, what language models learn and what is made of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from regard.data.examples import Corpus
from regard.errors import Mistake
from regard.findings.transformers import FewLabels, Preferred, TransformersFindings
from regard.models.causal import Causal
from regard.models.families.parity import library, parities
from regard.results import LabResult
from regard.runs.build import read_corpus
from regard.runs.build_language import kind_of, possible_language, read_documents
from regard.runs.labs.crew import Cut, cut_of
from regard.runs.labs.cutting import tokens_of
from regard.runs.labs.few_labels import few_labels, points
from regard.runs.labs.ladder import climb, one_of_many, versions
from regard.runs.labs.looks import SENTENCES, firsts, looks_of
from regard.runs.labs.preferring import preferred
from regard.runs.labs.request import Request
from regard.runs.labs.rows import row
from regard.runs.labs.sayings import noisy, saying
from regard.runs.purposes import purpose_of
from regard.runs.recipe import Recipe, changed, leaves, names, recipe, with_corpus
from regard.runs.run import open_run
from regard.runs.starting import started
from regard.runs.trained import Trained

MODELS = ("gpt", "bloom", "llama", "bert", "roberta", "albert", "bart")
"""Next word, masked word, denoising."""
PRETRAINED, PREFERRING = "bert", "gpt"
"""Which of them is taught labels, and which preferences; where they are not chosen, the first that can be."""
PREFERENCES = "preferences"
"""What the run that learns them is called."""
EVERYWHERE = ("training.device", "training.precision", "training.threads")
"""Leaves that are changed in later stages too: they say where to compute, not what to learn."""
READING, LEARNING = 320, 240
"""Updates of a quick look: of every model while it reads, and of the second stage."""

Runs = Mapping[str, Sequence[Trained[Any]]]


def transformers(asked: Request) -> LabResult:
    """Train every objective on the same texts, then labels, then preferences; look at three designs; compare."""
    models = asked.chosen("transformers", (*MODELS, *(name for name in names("language") if name not in MODELS)))
    models = models if asked.models else list(MODELS)
    ladder = {name: _first_stage(name, asked) for name in models}
    for name, made in ladder.items():
        with one_of_many(name):
            possible_language(made)
    documents = read_documents(ladder[models[0]])
    corpus, notes = _labelled(ladder[models[0]], asked)
    seeds = range(asked.seeds)
    runs = climb(ladder, dict.fromkeys(ladder, seeds), {}, asked.out / "runs", workers=asked.workers, show=asked.show)
    second = _second_stage(asked, models, runs, corpus)
    notes += second.notes
    opened = {name: open_run(done[0].folder) for name, done in runs.items()}
    noise = noisy(documents)
    said = [saying(name, run, runs[name][0].test.asked, noise, notes) for name, run in opened.items()]
    sentences = asked.sentences or SENTENCES
    looks = [
        look for text in sentences for name, run in firsts(opened).items() for look in looks_of(name, run, text, notes)
    ]
    return LabResult(
        lab="transformers",
        corpus=documents.name,
        command=asked.command,
        sizes=next(iter(runs.values()))[0].sizes,
        classes=[] if corpus is None else list(corpus.classes),
        notes=[*dict.fromkeys(note for done in runs.values() for note in done[0].notes), *notes],
        rows=[row(made, runs[name]) for name, made in ladder.items()],
        comparisons=[],
        texts=[],
        sweep=[],
        transformers=TransformersFindings(
            tokens=tokens_of(opened[models[0]], documents, sentences),
            sayings=said,
            labels=second.labels,
            preferred=second.preferred,
            looks=looks,
            parity=parities(tell=lambda share: asked.progress("parity", share)),
            library=library(),
        ),
        versions=versions(),
    )


def _first_stage(name: str, asked: Request) -> Recipe:
    made = recipe(name, task="language", corpus=asked.corpus, changes=asked.changes)
    made = with_corpus(made, asked.corpus, asked.text)
    if not asked.quick or made.training.most_steps:
        return made
    return replace(made, training=replace(made.training, most_steps=READING))


def _labelled(made: Recipe, asked: Request) -> tuple[Corpus | None, list[str]]:
    """The same corpus with its labels; where it has none, a note that says so."""
    try:
        return read_corpus(with_corpus(made, asked.corpus, asked.text, asked.label)), []
    except Mistake as mistake:
        if asked.label:
            raise
        return None, [f"No labels are learned: {mistake}"]


def _taught(models: Sequence[str]) -> str:
    return PRETRAINED if PRETRAINED in models else models[0]


def _speaking(models: Sequence[str]) -> str:
    speak = [name for name in models if issubclass(kind_of(recipe(name, task="language")), Causal)]
    return PREFERRING if PREFERRING in speak else next(iter(speak), "")


@dataclass(frozen=True)
class _Second:
    """What the second stage gives."""

    labels: list[FewLabels]
    preferred: Preferred | None
    notes: list[str]


def _second_stage(asked: Request, models: Sequence[str], runs: Runs, corpus: Corpus | None) -> _Second:
    """Labels and preferences, each for the first run of one model."""
    taught, speaking = _taught(models), _speaking(models)
    changes = [change for change in asked.changes if set(leaves(changed(change))) <= set(EVERYWHERE)]
    most = LEARNING if asked.quick else 0
    data: dict[Cut, Any] = {}
    answering, labelling, notes = dict[str, Recipe](), dict[str, Recipe](), list[str]()
    if speaking:
        made = _preferring(runs[speaking][0].folder, changes, most)
        try:
            data[cut_of(made)] = purpose_of(made).prepared(made, asked.progress)
            answering = {PREFERENCES: made}
        except Mistake as mistake:
            notes.append(f"No preferences are learned by {speaking}: {mistake}")
    if corpus is not None:
        own = started("classify", "finetuned", runs[taught][0].folder, changes=changes)
        labelling = few_labels(taught, with_corpus(own, asked.corpus, asked.text, asked.label), corpus, most)
    for made in labelling.values():
        purpose_of(made).possible(made)
        if (cut := cut_of(made)) not in data:
            data[cut] = purpose_of(made).prepared(made, asked.progress)
    recipes = answering | labelling
    done = climb(
        recipes,
        dict.fromkeys(recipes, range(asked.seeds)),
        data,
        asked.out / "runs",
        workers=asked.workers,
        show=asked.show,
    )
    return _Second(
        labels=points(taught, labelling, done),
        preferred=preferred(speaking, open_run(runs[speaking][0].folder), done[PREFERENCES]) if answering else None,
        notes=notes,
    )


def _preferring(start: Path, changes: Sequence[str], most: int) -> Recipe:
    made = started("prefer", "dpo", start, changes=changes)
    return replace(made, training=replace(made.training, most_steps=most or made.training.most_steps))
