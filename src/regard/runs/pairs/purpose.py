"""A run that translates."""

from typing import Any

from torch import nn

from regard.data.pairs import Lessons
from regard.decoding import Search
from regard.runs.pairs.build import (
    PreparedPairs,
    build_translator,
    possible_pairs,
    prepare_pairs,
    read_pairs,
    resolved_pairs,
)
from regard.runs.pairs.measure import Translated, measure_pairs, recalled_pairs
from regard.runs.progress import Progress
from regard.runs.recipe import Recipe
from regard.runs.verdicts import Said, checksum
from regard.tasks.translate import Translate
from regard.text.pairs import Tokenizers
from regard.training.loop import Loop

possible, built = possible_pairs, build_translator


def prepared(made: Recipe, progress: Progress) -> PreparedPairs:
    """The sentence pairs of a recipe in tokens."""
    return prepare_pairs(made, read_pairs(made), progress)


def resolved(made: Recipe, data: PreparedPairs) -> Recipe:
    """The recipe with the names of the languages."""
    return resolved_pairs(made, data.corpus)


def tokenizers(data: PreparedPairs) -> Tokenizers:
    """What a run keeps of its tokens."""
    return data.tokenizers


def newborn(made: Recipe, data: PreparedPairs, progress: Progress) -> tuple[nn.Module, tuple[str, ...]]:
    """The model before its first step, and what a reader of its results must know."""
    return build_translator(made, data.tokenizers), data.notes


def new_loop(made: Recipe, data: PreparedPairs, model: nn.Module) -> Loop[Any]:
    """The loop of a recipe, at its beginning."""
    task = Translate(
        validation=data.validation,
        references=[pair.target for pair in data.validated],
        decode=data.tokenizers.target.decode,
        smoothing=made.task.smoothing,
        rdrop=made.task.rdrop,
    )
    lessons = Lessons(pairs=data.train, tokens=made.training.batch, seed=made.training.seed)
    return Loop(model, task, lessons, made.training)


def measured(made: Recipe, data: PreparedPairs, model: nn.Module) -> tuple[Translated, Translated]:
    """What a model is worth on the validation part and on the first test set."""
    corpus = data.corpus
    parts = [
        measure_pairs(made, model, data.tokenizers, pairs, language=corpus.languages[1], choose=corpus.validation)
        for pairs in (corpus.validation, corpus.test)
    ]
    return parts[0], parts[1]


def measured_on(data: PreparedPairs) -> str:
    """A checksum of the pairs that a model is measured on, of what is known of them, and of how it searches."""
    corpus = data.corpus
    facts = (
        (pair.source, pair.target, *(links and sorted(links) for links in (pair.alignment, pair.possible)))
        for pair in (*corpus.validation, *corpus.test)
    )
    return checksum((Search(), *facts))


def recalled(data: PreparedPairs, validation: Said, test: Said) -> tuple[Translated, Translated]:
    """What was measured, from the verdicts that were kept."""
    corpus = data.corpus
    language = corpus.languages[1]
    return (
        recalled_pairs(corpus.validation, validation, language=language),
        recalled_pairs(corpus.test, test, language=language),
    )
