"""A run that learned which answers are preferred: a reward, or a language model that gives such answers (DPO)."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch
from torch import nn

from regard.data.answers import Preference, Preferences
from regard.data.corpora import open_preferences
from regard.data.preferred import AnsweredRows, PreferredTexts
from regard.errors import Mistake
from regard.runs.answers.asking import Reading, must_answer, reading_of, right_of, rule_of
from regard.runs.meanings import refuse_foreign
from regard.runs.preferences.measure import Preferring, measure_preferences, preferring
from regard.runs.progress import Progress, silent
from regard.runs.recipe import Recipe
from regard.runs.starting import body_of, finetuned, resolved_start, start_of, tokenizers_of
from regard.runs.verdicts import Said, checksum
from regard.tasks.device import device_of
from regard.tasks.prefer import DirectPreference, Reward
from regard.text.pairs import Tokenizers
from regard.training.loop import Loop

CPU = torch.device("cpu")


@dataclass(frozen=True, kw_only=True)
class PreparedPreferences:
    """Preferences, cut into tokens as the model that is started from reads them."""

    corpus: Preferences
    tokenizers: Tokenizers
    train: PreferredTexts
    validation: PreferredTexts
    test: PreferredTexts


def possible(made: Recipe) -> None:
    """Nothing, if the recipe can be trained; else which setting forbids it."""
    refuse_foreign(made, *(("task.beta", "task.imitation") if made.task.objective == "reward" else ()))
    if not made.start.run:
        raise Mistake("preferences are taught to a language model that is there already; name its run with --from.")
    if made.task.objective == "dpo":
        must_answer(made)


def prepared(made: Recipe, progress: Progress) -> PreparedPreferences:
    """The preferences of a recipe in tokens."""
    known = tokenizers_of(made, start_of(made).folder)
    return prepare_preferences(made, open_preferences(made.corpus.name), known, progress)


def prepare_preferences(
    made: Recipe, corpus: Preferences, known: Tokenizers, progress: Progress
) -> PreparedPreferences:
    """The pairs in tokens: BEGIN, prompt, answer, END."""
    reading = reading_of(made, known)
    progress("tokens", 0.0)
    parts = {name: in_pairs(reading, pairs) for name, pairs in corpus.parts().items()}
    notes = reading.cuts(*(answers for texts in parts.values() for answers in (texts.chosen, texts.rejected)))
    return PreparedPreferences(corpus=replace(corpus, notes=(*corpus.notes, *notes)), tokenizers=known, **parts)


def in_pairs(reading: Reading, pairs: Sequence[Preference]) -> PreferredTexts:
    """Pairs in tokens."""
    return PreferredTexts(
        prompts=reading.prompts([pair.prompt for pair in pairs]),
        chosen=reading.answers([pair.chosen for pair in pairs]),
        rejected=reading.answers([pair.rejected for pair in pairs]),
        longest=reading.longest,
    )


def resolved(made: Recipe, data: PreparedPreferences) -> Recipe:
    """The recipe with what it starts from, and the two things that an answer can be."""
    return resolved_start(replace(made, corpus=replace(made.corpus, classes=("chosen", "rejected"))))


def tokenizers(data: PreparedPreferences) -> Tokenizers:
    """What a run keeps of its tokens."""
    return data.tokenizers


def built(made: Recipe, known: Tokenizers) -> nn.Module:
    """The model of a resolved recipe with random weights."""
    return finetuned(made, known, 1) if made.task.objective == "reward" else body_of(made, known)


def newborn(made: Recipe, data: PreparedPreferences, progress: Progress) -> tuple[nn.Module, tuple[str, ...]]:
    """The model before its first step, and what a reader of its results must know."""
    model = built(made, data.tokenizers)
    start_of(made).onto(model.get_submodule("body") if made.task.objective == "reward" else model)
    return model, data.corpus.notes


def new_loop(made: Recipe, data: PreparedPreferences, model: nn.Module) -> Loop[Any]:
    """The loop of a recipe, at its beginning: the reference is the model as it is now."""
    source = AnsweredRows(texts=data.train, batch=made.training.batch, seed=made.training.seed)
    return Loop(model, _task(made, data.validation, copy.deepcopy(model)), source, made.training)


def measured(made: Recipe, data: PreparedPreferences, model: nn.Module) -> tuple[Preferring, Preferring]:
    """What a model is worth on the validation and on the test part."""
    task = task_of(made, data, device_of(model))
    parts, tokenizer = data.corpus.parts(), data.tokenizers.source
    known = (rule_of(made.corpus.name), right_of(made.corpus.name))
    return (
        measure_preferences(task, model, data.validation, parts["validation"], tokenizer, *known),
        measure_preferences(task, model, data.test, parts["test"], tokenizer, *known),
    )


def task_of(made: Recipe, data: PreparedPreferences, device: torch.device = CPU) -> Reward | DirectPreference:
    """The task with the reference that a run started from."""
    if made.task.objective == "reward":
        return Reward(validation=data.validation)
    reference, _ = newborn(made, data, silent)
    return _task(made, data.validation, reference.to(device))


def measured_on(data: PreparedPreferences) -> str:
    """A checksum of the pairs that a model is measured on."""
    return checksum((*data.corpus.validation, *data.corpus.test))


def recalled(data: PreparedPreferences, validation: Said, test: Said) -> tuple[Preferring, Preferring]:
    """What was measured, from the verdicts that were kept."""
    corpus = data.corpus
    parts = ((corpus.validation, validation), (corpus.test, test))
    first, second = (preferring(pairs, np.array(kept["margins"]), kept["own"]) for pairs, kept in parts)
    return first, second


def _task(made: Recipe, validation: PreferredTexts, reference: nn.Module) -> Reward | DirectPreference:
    if made.task.objective == "reward":
        return Reward(validation=validation)
    frozen = reference.eval().requires_grad_(False)
    return DirectPreference(validation=validation, reference=frozen, beta=made.task.beta, imitation=made.task.imitation)
