"""Explanations that know nothing of the model: what every other one must beat."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from regard.explain.question import Question

SEED = 0


def random(questions: Sequence[Question], seed: int = SEED) -> list[NDArray[np.float64]]:
    """A number between 0 and 1 for each word, drawn by chance: the same for the same text and seed."""
    dice = [np.random.default_rng([seed, *question.ids]) for question in questions]
    return [one.shared(drawn.random(len(one.words)), one.words) for one, drawn in zip(questions, dice, strict=True)]


def uniform(questions: Sequence[Question]) -> list[NDArray[np.float64]]:
    """The same for each word."""
    return [one.shared(np.full(len(one.words), 1 / max(len(one.words), 1)), one.words) for one in questions]
