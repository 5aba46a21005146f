"""What all parts of an audit share: the texts, how they are asked, and how many of them can be afforded."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from torch import nn

from regard.data.examples import Labelled
from regard.explain.means import is_mean
from regard.explain.question import Question
from regard.explain.trust.many import Many
from regard.runs.run import Run

Floats = NDArray[np.float64]

PASSES = {
    "attention": 2,
    "rollout": 2,
    "attention-gradient": 4,
    "attention-norms": 3,
    "gradient-input": 4,
    "integrated-gradients": 200,
    "random": 0,
    "uniform": 0,
}
"""How many times a method reads a text, about; the others read it once for each of its words."""
OFTEN, MORE = 20, 3
"""Methods that read a text more often than that have so many times the budget, so that more texts are explained."""
TRIAL = {"left-out": 4, "hole": 8}
"""How many times the trial of an explanation reads a text: what is left out need not be read."""
PART = 3
"""Of so many texts one is also tried with holes; so much of a budget is for comparisons with other weights."""
FEWEST = 4
"""Texts that every method explains, whatever they cost, where there are so many."""
COMPARED = 50
"""Texts whose explanations are compared with those of shuffled weights, and of other runs."""


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What all parts of an audit share: the texts in the order in which they were drawn, and how they are asked."""

    run: Run
    others: Sequence[Run]
    model: nn.Module
    half: bool
    seed: int
    budget: int
    examples: Sequence[Labelled]
    questions: Sequence[Question]
    """Each about the label that the model gives."""

    @cached_property
    def many(self) -> Many:
        """All texts, to be asked together."""
        choices = np.array([question.target.choice for question in self.questions], dtype=np.int64)
        return Many(self.model, [question.cut for question in self.questions], choices, self.half)

    def allowed(self, method: str) -> int:
        """How many of the texts a method explains within its budget."""
        passes = self.passes(method)
        budget = self.budget * (MORE if passes.mean() > OFTEN else 1)
        count = self.within(passes + TRIAL["left-out"] + TRIAL["hole"] / PART, budget)
        return max(min(FEWEST, len(self.questions)), count)

    def compared(self, method: str, count: int) -> int:
        """How many of so many texts are explained once more for a comparison; none where only a few could be."""
        within = min(COMPARED, count, self.within(self.passes(method), self.budget / PART))
        return within if within >= FEWEST else 0

    def passes(self, method: str) -> Floats:
        """How many times a method reads each text."""
        words = np.array([cut.words for cut in self.many.cuts], dtype=np.float64)
        if method == "leave-one-out" and is_mean(self.model):
            return np.ones_like(words)
        return np.full_like(words, PASSES[method]) if method in PASSES else words

    def within(self, passes: Floats, budget: float) -> int:
        """How many of the texts can be read so often, before so many tokens were read."""
        return int((np.cumsum(self.many.tokens * passes) <= budget).sum())
