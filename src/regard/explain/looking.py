"""What attention weights say by themselves, and put together over layers."""

import numpy as np
from numpy.typing import NDArray

from regard.errors import Mistake
from regard.explain.question import Question
from regard.explain.weights import OTHERS, chosen_heads, looked_at, seen

Scores = NDArray[np.float64]


def attention(question: Question, layer: str = "", head: int | None = None) -> Scores:
    """The weights that the answer rests on, or those of a layer: the mean over its heads, or one head's."""
    site = layer or question.asked.looks
    if site is None:
        raise Mistake(f"this model has no attention to explain by; {OTHERS} works.")
    return looked_at(question, chosen_heads(seen(question, site).of(site)[-1], head))
