"""A run that gives texts their labels."""

from typing import Any

from torch import nn

from regard.data.labelled_rows import LabelledRows
from regard.errors import Mistake
from regard.models import NO_PADDING
from regard.runs.labels.build import Prepared, build, built, enough_places, prepare, read_corpus, with_glove
from regard.runs.labels.build import possible as possible_from_nothing
from regard.runs.labels.build import resolved as resolved_for
from regard.runs.labels.measure import Measured, measure, recalled_measure
from regard.runs.labels.teaching import resolved_teachers, with_students
from regard.runs.meanings import refuse_foreign
from regard.runs.progress import Progress
from regard.runs.recipe import Recipe
from regard.runs.starting import (
    NOT_HERE,
    finetuned,
    is_finetuned,
    resolved_start,
    start_of,
    tokenizers_of,
    with_places,
)
from regard.runs.verdicts import Said, checksum
from regard.tasks.classify import Classify
from regard.text.pairs import Tokenizers
from regard.training.loop import Loop

__all__ = [
    "built", "measured", "measured_on", "new_loop", "newborn", "possible", "prepared", "recalled", "resolved",
    "tokenizers",
]  # fmt: skip


STUDENT = "student"
"""The recipe that is for teachers alone."""


def possible(made: Recipe) -> None:
    """Nothing, if the model of a recipe can be built; else which setting forbids it."""
    if made.task.rdrop and made.task.entropy_weight:
        raise Mistake("task.rdrop and task.entropy_weight do not go together; leave one of them out.")
    if made.task.blanked and not made.task.rdrop:
        raise Mistake("task.blanked is for the second pass of R-Drop; set task.rdrop as well, such as task.rdrop=1.")
    if not made.corpus.held and made.training.keep != "last":
        raise Mistake("corpus.held=false leaves nothing to choose weights by; set training.keep=last as well.")
    if made.name == STUDENT and not made.teachers.runs:
        raise Mistake("a student learns from what other runs say; name them with --teacher RUN, once for each.")
    if not made.teachers.runs:
        refuse_foreign(made, "teachers.texts", "teachers.repeats")
    if is_finetuned(made):
        return refuse_foreign(made, *NOT_HERE)
    return possible_from_nothing(made)


def prepared(made: Recipe, progress: Progress) -> Prepared:
    """The corpus of a recipe in tokens."""
    corpus = read_corpus(made)
    if not is_finetuned(made):
        return with_students(made, prepare(made, corpus, progress=progress), progress)
    known = tokenizers_of(made, start_of(made).folder)
    made = with_places(made, known)
    return with_students(made, prepare(made, corpus, known.source, progress), progress)


def resolved(made: Recipe, data: Prepared) -> Recipe:
    """The recipe with the names of the classes, and with what it starts from."""
    made = resolved_teachers(resolved_start(resolved_for(made, data.corpus)))
    return with_places(made, tokenizers(data)) if is_finetuned(made) else made


def tokenizers(data: Prepared) -> Tokenizers:
    """What a run keeps of its tokens: the same tokenizer for both sides, of which it has one."""
    return Tokenizers(data.tokenizer, data.tokenizer)


def newborn(made: Recipe, data: Prepared, progress: Progress) -> tuple[nn.Module, tuple[str, ...]]:
    """The model before its first step, and what a reader of its results must know."""
    if is_finetuned(made):
        started = finetuned(made, tokenizers(data), len(data.corpus.classes))
        start_of(made).onto(started.body)
        return started, data.notes
    model = build(made, data.tokenizer, len(data.corpus.classes))
    enough_places(model, data)
    return model, (*data.notes, *with_glove(model, made, data, progress))


def new_loop(made: Recipe, data: Prepared, model: nn.Module) -> Loop[Any]:
    """The loop of a recipe, at its beginning."""
    task = Classify(
        validation=data.validation,
        entropy_weight=made.task.entropy_weight,
        smoothing=made.task.smoothing,
        rdrop=made.task.rdrop,
        blanked=made.task.blanked,
        blank=data.tokenizer.mask_id if made.task.blanked else 0,
    )
    source = LabelledRows(
        texts=data.train if data.taught is None else data.taught,
        batch=made.training.batch,
        seed=made.training.seed,
        by_length=made.training.by_length and made.model["kind"] not in NO_PADDING,
    )
    return Loop(model, task, source, made.training)


def measured(made: Recipe, data: Prepared, model: nn.Module) -> tuple[Measured, Measured]:
    """What a model is worth on the validation and on the test part."""
    corpus, longest = data.corpus, made.text.longest
    return (
        measure(model, data.validation, corpus.validation, data.tokenizer, longest),
        measure(model, data.test, corpus.test, data.tokenizer, longest),
    )


def measured_on(data: Prepared) -> str:
    """A checksum of the texts that a model is measured on, and of what is known of them."""
    corpus = data.corpus
    return checksum((one.text, one.label, one.rationale) for one in (*corpus.validation, *corpus.test))


def recalled(data: Prepared, validation: Said, test: Said) -> tuple[Measured, Measured]:
    """What was measured, from the verdicts that were kept."""
    return recalled_measure(data.corpus.validation, validation), recalled_measure(data.corpus.test, test)
