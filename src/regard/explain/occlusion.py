"""Words taken away, one after the other, and what the answer loses by it."""

import numpy as np
from numpy.typing import NDArray

from regard.explain.question import Question


def occlusion(question: Question) -> NDArray[np.float64]:
    """score(text) − score(text with the word hidden), for each word.  Zeiler & Fergus (2014), section 4.2.

    All tokens of the word are hidden, each behind the token for what is not known; the text keeps its length.
    """
    hidden = question.hiding(question.groups[number] for number in question.words)
    return question.shared(question.score - hidden, question.words)


def leave_one_out(question: Question) -> NDArray[np.float64]:
    """score(text) − score(text without the word), for each word.  Li, Monroe & Jurafsky (2016), section 3."""
    left = question.without(question.groups[number] for number in question.words)
    return question.shared(question.score - left, question.words)
