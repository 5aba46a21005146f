"""Which tokens of a text begin a word, known from the tokens alone."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from regard.text.tokenizer import Tokenizer

_PART = "\ufffd"
"""What a token says that is only a part of a character."""


class WordStarts:
    """A token goes on with a word if it begins with a letter or a digit and the one before it ends with one.

    A token that is a space alone belongs to the word after it.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        said = [tokenizer.decode([token]) for token in range(tokenizer.size)]
        spaced = tokenizer.kind == "words"
        self._goes_on = np.array([not spaced and _inside(text[:1]) for text in said])
        self._goes_out = np.array([text == " " or _inside(text[-1:]) for text in said])

    def __call__(self, tokens: NDArray[Any]) -> NDArray[np.bool_]:
        """True where a word begins."""
        begins = np.ones(len(tokens), dtype=bool)
        begins[1:] = ~(self._goes_on[tokens[1:]] & self._goes_out[tokens[:-1]])
        return begins


def _inside(character: str) -> bool:
    return character.isalnum() or character == _PART
