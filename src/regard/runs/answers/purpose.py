"""A run that learned answers to prompts: a language model, tuned on instructions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from torch import nn

from regard.data.answers import Instruction, Instructions
from regard.data.corpora import open_instructions
from regard.data.instructed import InstructedTexts
from regard.data.preferred import AnsweredRows
from regard.errors import Mistake
from regard.runs.answers.asking import Reading, must_answer, reading_of, right_of
from regard.runs.answers.measure import Answering, measure_answers, recalled_answers
from regard.runs.meanings import refuse_foreign
from regard.runs.progress import Progress
from regard.runs.recipe import Recipe
from regard.runs.starting import body_of, resolved_start, start_of, tokenizers_of
from regard.runs.verdicts import Said, checksum
from regard.tasks.instruct import Instruct
from regard.text.pairs import Tokenizers
from regard.training.loop import Loop


@dataclass(frozen=True, kw_only=True)
class PreparedInstructions:
    """Prompts and answers, cut into tokens as the model that is started from reads them."""

    corpus: Instructions
    tokenizers: Tokenizers
    train: InstructedTexts
    validation: InstructedTexts
    test: InstructedTexts


def possible(made: Recipe) -> None:
    """Nothing, if the recipe can be trained; else which setting forbids it."""
    refuse_foreign(made)
    if not made.start.run:
        raise Mistake("answers are taught to a language model that is there already; name its run with --from.")
    must_answer(made)


def prepared(made: Recipe, progress: Progress) -> PreparedInstructions:
    """The instructions of a recipe in tokens."""
    known = tokenizers_of(made, start_of(made).folder)
    return prepare_instructions(made, read_instructions(made, made.corpus.name), known, progress)


def read_instructions(made: Recipe, name: str) -> Instructions:
    """The prompts and answers of this name, as a recipe learns them."""
    return open_instructions(name, both=made.task.answers == "both")


def prepare_instructions(
    made: Recipe, corpus: Instructions, known: Tokenizers, progress: Progress
) -> PreparedInstructions:
    """The rows in tokens: BEGIN, prompt, answer, END."""
    reading = reading_of(made, known)
    progress("tokens", 0.0)
    parts = {name: in_rows(reading, rows) for name, rows in corpus.parts().items()}
    notes = reading.cuts(*(texts.answers for texts in parts.values()))
    return PreparedInstructions(corpus=replace(corpus, notes=(*corpus.notes, *notes)), tokenizers=known, **parts)


def in_rows(reading: Reading, rows: Sequence[Instruction]) -> InstructedTexts:
    """Prompts and answers in tokens."""
    return InstructedTexts(
        prompts=reading.prompts([row.prompt for row in rows]),
        answers=reading.answers([row.answer for row in rows]),
        longest=reading.longest,
    )


def resolved(made: Recipe, data: PreparedInstructions) -> Recipe:
    """The recipe with what it starts from."""
    return resolved_start(made)


def tokenizers(data: PreparedInstructions) -> Tokenizers:
    """What a run keeps of its tokens."""
    return data.tokenizers


def built(made: Recipe, known: Tokenizers) -> nn.Module:
    """The model of a resolved recipe with random weights."""
    return body_of(made, known)


def newborn(made: Recipe, data: PreparedInstructions, progress: Progress) -> tuple[nn.Module, tuple[str, ...]]:
    """The model before its first step, and what a reader of its results must know."""
    model = body_of(made, data.tokenizers)
    start_of(made).onto(model)
    return model, data.corpus.notes


def new_loop(made: Recipe, data: PreparedInstructions, model: nn.Module) -> Loop[Any]:
    """The loop of a recipe, at its beginning."""
    source = AnsweredRows(texts=data.train, batch=made.training.batch, seed=made.training.seed)
    task = Instruct(validation=data.validation, smoothing=made.task.smoothing)
    return Loop(model, task, source, made.training)


def measured(made: Recipe, data: PreparedInstructions, model: nn.Module) -> tuple[Answering, Answering]:
    """What a model is worth on the validation and on the test part."""
    tokenizer, right = data.tokenizers.source, right_of(made.corpus.name)
    return (
        measure_answers(model, data.validation, tokenizer, right),
        measure_answers(model, data.test, tokenizer, right),
    )


def measured_on(data: PreparedInstructions) -> str:
    """A checksum of the answers that a model is measured on."""
    return checksum((*data.corpus.validation, *data.corpus.test))


def recalled(data: PreparedInstructions, validation: Said, test: Said) -> tuple[Answering, Answering]:
    """What was measured, from the verdicts that were kept."""
    return recalled_answers(validation), recalled_answers(test)
