"""Which tokens of a text begin a word, known from the tokens alone."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from regard.text.tokenizer import Tokenizer

_PART = "\ufffd"
"""What a token says that is only a part of a character."""


class WordStarts:
    """A token goes on with a word if it begins with a letter or a digit and the one before it ends with one.

    How it begins is told by what it adds to a word before it: of tokenizers that mark where words go on (`##ing`), and
    of those that mark where they begin, the token alone may say neither. A space alone belongs to the word after it.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        tokens = range(tokenizer.size)
        word = next((token for token in tokens if tokenizer.decode([token])[-1:].isalnum()), 0)
        before = len(tokenizer.decode([word]))
        said = [tokenizer.decode([word, token])[before:] for token in tokens]
        self._goes_on = np.array([_inside(text[:1]) for text in said])
        self._goes_out = np.array([text == " " or _inside(text[-1:]) for text in said])

    def __call__(self, tokens: NDArray[Any]) -> NDArray[np.bool_]:
        """True where a word begins."""
        begins = np.ones(len(tokens), dtype=bool)
        begins[1:] = ~(self._goes_on[tokens[1:]] & self._goes_out[tokens[:-1]])
        return begins


def _inside(character: str) -> bool:
    return character.isalnum() or character == _PART
