"""Explanations that know nothing of the model: what every other one must beat."""

import numpy as np
from numpy.typing import NDArray

from regard.explain.question import Question

SEED = 0


def random(question: Question, seed: int = SEED) -> NDArray[np.float64]:
    """A number between 0 and 1 for each word, drawn by chance: the same for the same text and seed."""
    dice = np.random.default_rng([seed, *question.ids])
    return question.shared(dice.random(len(question.words)), question.words)


def uniform(question: Question) -> NDArray[np.float64]:
    """The same for each word."""
    count = len(question.words)
    return question.shared(np.full(count, 1 / max(count, 1)), question.words)
