"""From tokens to the words that a reader sees."""

import unicodedata
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Span = tuple[int, int]
"""A half-open range of characters of a text."""

_APOSTROPHES = "'’‘´`ʼ\x91\x92"


def words_of(text: str, spans: Sequence[Span]) -> list[list[int]]:
    """The tokens in groups, each one word: sub-words joined, marks and white space apart.

    Neighbours belong together if one ends in the word that the next begins in.
    """
    word_at = _words_by_character(text)
    groups: list[list[int]] = []
    last = -1
    for token, (start, stop) in enumerate(spans):
        inside = [word for word in word_at[start:stop] if word >= 0]
        if inside and inside[0] == last:
            groups[-1].append(token)
        else:
            groups.append([token])
        last = inside[-1] if inside else -1
    return groups


def merge(weights: NDArray[np.floating[Any]], groups: Sequence[Sequence[int]]) -> NDArray[np.floating[Any]]:
    """The weights with the columns of each group added up."""
    if not groups:
        return weights[..., :0]
    return np.stack([weights[..., list(group)].sum(-1) for group in groups], axis=-1)


def without_gaps(text: str, spans: Sequence[Span]) -> list[Span]:
    """Spans of pieces that together cover the text, but for the space before a word.

    The normaliser leaves a character that replaced several, as in `<br />`, only the last of them.
    """
    closed: list[Span] = []
    end = 0
    for start, stop in spans:
        start = min(start, end)
        end = stop
        spaces = stop - start - len(text[start:stop].lstrip(" "))
        closed.append((start + spaces if start + spaces < stop else start, stop))
    return closed


def _words_by_character(text: str) -> list[int]:
    """For each character the number of its word, or -1 for white space.

    A word is a run of letters, accents and digits with apostrophes between them, or any other visible character.
    """
    letters = [unicodedata.category(character)[0] in "LMN" for character in text] + [False]
    numbers: list[int] = []
    latest = -1
    for at, character in enumerate(text):
        before = at > 0 and letters[at - 1]
        if character in _APOSTROPHES and before and letters[at + 1]:
            letters[at] = True
        visible = not character.isspace() or character == "\x85"
        latest += visible and not (letters[at] and before)
        numbers.append(latest if visible else -1)
    return numbers
