"""A run that knows how texts go on, fills in words, or puts noisy texts right."""

from typing import Any

from torch import nn

from regard.data.rows import Blocks, PackedRows
from regard.models.bart import Bart
from regard.models.masked import Masked
from regard.runs.language.build import (
    PreparedDocuments,
    longest_row,
    possible_language,
    prepare_documents,
    read_documents,
)
from regard.runs.language.measure import Worded, measure_words, recalled_words
from regard.runs.language.rows import blanks, noises, passages
from regard.runs.progress import Progress
from regard.runs.recipe import Recipe
from regard.runs.starting import body_of, resolved_start, start_of, tokenizers_of
from regard.runs.verdicts import Said, checksum
from regard.tasks.continue_text import Continue
from regard.tasks.denoise import Denoise
from regard.tasks.fill import Fill
from regard.text.pairs import Tokenizers
from regard.training.loop import Loop

possible = possible_language


def prepared(made: Recipe, progress: Progress) -> PreparedDocuments:
    """The documents of a recipe in tokens."""
    known = tokenizers_of(made, start_of(made).folder).source if made.start.run else None
    return prepare_documents(made, read_documents(made), progress, known)


def resolved(made: Recipe, data: PreparedDocuments) -> Recipe:
    """The recipe with what it starts from; reading the documents shows nothing that it must remember."""
    return resolved_start(made)


def tokenizers(data: PreparedDocuments) -> Tokenizers:
    """What a run keeps of its tokens."""
    return data.tokenizers


def built(made: Recipe, known: Tokenizers) -> nn.Module:
    """The model of a resolved recipe with random weights."""
    return body_of(made, known)


def newborn(made: Recipe, data: PreparedDocuments, progress: Progress) -> tuple[nn.Module, tuple[str, ...]]:
    """The model before its first step, and what a reader of its results must know."""
    model = body_of(made, data.tokenizers)
    if made.start.run:
        start_of(made).onto(model)
    return model, data.notes


def new_loop(made: Recipe, data: PreparedDocuments, model: nn.Module) -> Loop[Any]:
    """The loop of a recipe, at its beginning; a batch is counted in tokens."""
    training, smoothing, tokenizer = made.training, made.task.smoothing, data.tokenizer
    tokens, seed, sentences = training.batch, training.seed, data.sentences
    if isinstance(model, Masked):
        rows = blanks(made, model, tokenizer, data.train, sentences.get("train"), tokens=tokens, seed=seed)
        held = blanks(made, model, tokenizer, data.validation, sentences.get("validation"))
        return Loop(model, Fill(validation=held, smoothing=smoothing), rows, training)
    if isinstance(model, Bart):
        noisy = noises(made, model, tokenizer, data.train, sentences.get("train"), tokens=tokens, seed=seed)
        kept = noises(made, model, tokenizer, data.validation, sentences.get("validation"))
        return Loop(model, Denoise(validation=kept, smoothing=smoothing), noisy, training)
    task = Continue(validation=passages(made, model, data.validation), smoothing=smoothing)
    longest = longest_row(made, model)
    if made.task.rows == "blocks":
        blocks = max(1, training.batch // longest)
        return Loop(model, task, Blocks(texts=data.train, context=longest, batch=blocks, seed=training.seed), training)
    rows = PackedRows(texts=data.train, longest=longest, tokens=tokens, seed=seed, by_length=training.by_length)
    return Loop(model, task, rows, training)


def measured(made: Recipe, data: PreparedDocuments, model: nn.Module) -> tuple[Worded, Worded]:
    """What a model is worth on the validation and on the test part."""
    parts = [
        measure_words(
            made,
            model,
            data.tokenizer,
            texts,
            sentences=data.sentences.get(name),
            characters=data.characters[name],
        )
        for name, texts in (("validation", data.validation), ("test", data.test))
    ]
    return parts[0], parts[1]


def measured_on(data: PreparedDocuments) -> str:
    """A checksum of the texts that a model is measured on."""
    return checksum(data.corpus.parts()[name].size() for name in ("validation", "test"))


def recalled(data: PreparedDocuments, validation: Said, test: Said) -> tuple[Worded, Worded]:
    """What was measured, from the verdicts that were kept."""
    return recalled_words(validation), recalled_words(test)
