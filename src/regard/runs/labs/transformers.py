"""The lab `transformers`: the last chapter of the course, what language models learn and what is made of them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from regard.data.examples import Corpus
from regard.errors import Mistake
from regard.findings.transformers import TransformersFindings
from regard.models.families.parity import library, parities
from regard.results import LabResult
from regard.runs.labels.build import read_corpus
from regard.runs.labs.cutting import tokens_of
from regard.runs.labs.ladder import climb, one_of_many, versions
from regard.runs.labs.looks import SENTENCES, firsts, looks_of
from regard.runs.labs.request import Request
from regard.runs.labs.rows import row
from regard.runs.labs.sayings import noisy, saying
from regard.runs.labs.second_stage import Runs, second_stage, taught
from regard.runs.language.build import possible_language, read_documents
from regard.runs.recipe import Recipe, names, recipe, with_corpus
from regard.runs.run import open_run
from regard.runs.trained import Trained

MODELS = ("gpt", "bloom", "llama", "bert", "roberta", "albert", "reader", "bart")
"""Next word, masked word, denoising."""
READING, READING_LONG = 320, 1500
"""Updates of a quick look while models read, at most: of each, so that they compare, and of the one taught labels."""


def transformers(asked: Request) -> LabResult:
    """Train every objective on the same texts, then labels, then preferences; look at three designs; compare."""
    models = asked.chosen("transformers", (*MODELS, *(name for name in names("language") if name not in MODELS)))
    models = models if asked.models else list(MODELS)
    ladder = {name: _first_stage(name, asked, READING_LONG if name == taught(models) else READING) for name in models}
    for name, made in ladder.items():
        with one_of_many(name):
            possible_language(made)
    documents = read_documents(ladder[models[0]])
    corpus, notes = _labelled(ladder[models[0]], asked)
    runs = _read(ladder, asked)
    second = second_stage(asked, runs, corpus)
    notes += [*_quickly(asked, runs), *second.notes]
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


def _first_stage(name: str, asked: Request, most: int) -> Recipe:
    made = recipe(name, task="language", corpus=asked.corpus, changes=asked.changes)
    made = with_corpus(made, asked.corpus, asked.text)
    if not asked.quick or made.training.most_steps:
        return made
    return replace(made, training=replace(made.training, most_steps=most))


def _read(ladder: Mapping[str, Recipe], asked: Request) -> dict[str, list[Trained[Any]]]:
    """The runs of the first stage; what takes longest begins first, so that no core waits for it at the end."""
    jobs = {name: ladder[name] for name in (taught(list(ladder)), *ladder)}
    seeds = dict.fromkeys(jobs, range(asked.seeds))
    done = climb(jobs, seeds, {}, asked.out / "runs", workers=asked.workers, show=asked.show)
    return {name: done[name] for name in ladder}


def _quickly(asked: Request, runs: Runs) -> list[str]:
    """What a quick look does not compare."""
    longest = taught(list(runs))
    if not asked.quick or len(runs) == 1:
        return []
    return [
        f"A quick look: {longest}, which is taught labels, reads for {READING_LONG} updates, the others for {READING}."
    ]


def _labelled(made: Recipe, asked: Request) -> tuple[Corpus | None, list[str]]:
    """The same corpus with its labels; where it has none, a note that says so."""
    try:
        return read_corpus(with_corpus(made, asked.corpus, asked.text, asked.label)), []
    except Mistake as mistake:
        if asked.label:
            raise
        return None, [f"No labels are learned: {mistake}"]
