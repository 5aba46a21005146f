"""What of an answer is to be explained, and how."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regard.explain.explanation import Unchecked
from regard.explain.methods import METHODS, Method
from regard.explain.question import Question
from regard.explain.trust.faithfulness import MOST

LOOKS = "attention"
"""The method that shows every map, not one row of scores."""
PATTERN = frozenset("*?[")
"""Letters by which a name stands for several attentions, of which no one explanation can be checked."""


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What of an answer is to be explained, and how."""

    method: str
    target: str
    """The label or word to explain, if not the run's own."""
    against: str
    """Another that it is held against."""
    layer: str
    head: int | None
    tokens: bool
    """Whether the tokens are weighed, and not the words."""
    check: bool
    """Whether it is measured how far the answer follows from the words that are named."""

    @property
    def way(self) -> Method:
        """The method itself."""
        return METHODS[self.method]

    @property
    def maps(self) -> bool:
        """Whether every map is shown."""
        return self.method == LOOKS

    @property
    def several(self) -> bool:
        """Whether the name of a layer stands for several."""
        return bool(PATTERN.intersection(self.layer))

    def scores(self, question: Question) -> NDArray[np.float64]:
        """A score for each token."""
        return self.way(question, self.layer, self.head)

    def unchecked(self, question: Question) -> Unchecked:
        """Why an explanation is not checked by taking words away; nothing where it is, or where nobody asked."""
        if not self.check:
            return ""
        if self.several:
            return "several"
        return "long" if len(question.ids) > MOST and question.mean is None else ""
