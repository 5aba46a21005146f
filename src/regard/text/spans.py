"""From tokens to the words that a reader sees."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Span = tuple[int, int]
"""A half-open range of characters of a text."""

_APOSTROPHES = "'’‘´`ʼ\x91\x92"
_UNBROKEN = re.compile(r"\S+")
"""What `str.split` leaves: both take the same characters for white space."""


def words_of(text: str, spans: Sequence[Span]) -> list[list[int]]:
    """The tokens in groups, each one word: sub-words joined, marks apart, and so are line ends.

    Neighbours belong together if one ends in the word that the next begins in; tokens that are spaces belong to the
    word behind them.
    """
    word_at = _words_by_character(text)
    groups: list[list[int]] = []
    last, spaces = -1, False
    for token, (start, stop) in enumerate(spans):
        inside = [word for word in word_at[start:stop] if word >= 0]
        if spaces or (inside and inside[0] == last):
            groups[-1].append(token)
        else:
            groups.append([token])
        last = inside[-1] if inside else -1
        spaces = start < stop and not text[start:stop].strip(" ")
    return groups


def span_of(text: str, spans: Sequence[Span], group: Sequence[int]) -> Span:
    """The characters of the tokens of a group, but for the spaces before its word."""
    start, stop = spans[group[0]][0], spans[group[-1]][1]
    word = text[start:stop].lstrip(" ")
    return (stop - len(word), stop) if word else (start, stop)


def merge(weights: NDArray[np.floating[Any]], groups: Sequence[Sequence[int]]) -> NDArray[np.floating[Any]]:
    """The weights with the columns of each group added up."""
    if not groups:
        return weights[..., :0]
    return np.stack([weights[..., list(group)].sum(-1) for group in groups], axis=-1)


def unbroken(text: str) -> list[Span]:
    """The characters of each word of `text.split()`."""
    return [(found.start(), found.end()) for found in _UNBROKEN.finditer(text)]


def split_words(text: str, spans: Sequence[Span]) -> list[list[int]]:
    """For each word of `text.split()` its tokens, as gold alignments count words.

    Every token belongs to one word, if there is any: the one that it begins in, or else the next one, so that no weight
    is lost; what follows the last word belongs to it. A word that a tokenizer drops has no token.
    """
    words = unbroken(text)
    groups: list[list[int]] = [[] for _ in words]
    at = 0
    for token, (start, _) in enumerate(spans):
        while at < len(words) - 1 and words[at][1] <= start:
            at += 1
        if words:
            groups[at].append(token)
    return groups


def merge_grid(
    weights: NDArray[np.floating[Any]], rows: Sequence[Sequence[int]], columns: Sequence[Sequence[int]]
) -> NDArray[np.floating[Any]]:
    """Weights [..., target tokens, source tokens] word by word: columns added up, then the mean over a word's rows.

    So a row sums to one, less what fell on tokens of no group. A word without tokens looks at nothing.
    """
    merged = merge(weights, columns)
    nothing = np.zeros((*merged.shape[:-2], merged.shape[-1]), dtype=merged.dtype)
    found = [merged[..., list(row), :].mean(-2) if row else nothing for row in rows]
    return np.stack(found, axis=-2) if found else merged[..., :0, :]


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
