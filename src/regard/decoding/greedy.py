"""The most probable token, each time."""

from typing import TypeVar

from regard.attention.padded import Padded
from regard.decoding.hypothesis import Hypothesis
from regard.decoding.walk import Hear, walk
from regard.roles import Decodable

S = TypeVar("S")


def greedy(
    model: Decodable[Padded, S],
    source: Padded,
    *,
    shortest: int = 0,
    longest: int | None = None,
    repetition: float = 1.0,
    hear: Hear | None = None,
) -> list[Hypothesis]:
    """y_t = argmax p(y_t | y_<t, x), until END; one output a source. The model is in evaluation mode.

    Lengths count tokens without END; by default an output may have half as many tokens again as its source and ten.
    """
    return walk(
        model,
        source,
        lambda logits: logits.argmax(-1),
        shortest=shortest,
        longest=longest,
        repetition=repetition,
        hear=hear,
    )
