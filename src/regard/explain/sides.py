"""The rows and the columns of a map: words or tokens, and how weights between tokens become weights between words.

h heads, q tokens that look, k tokens that are looked at.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regard.data.loading import kept
from regard.errors import Mistake
from regard.explain.explanation import Map
from regard.explain.rows import Rows
from regard.text.spans import Span, merge_grid, span_of, split_words, unbroken, words_of
from regard.text.tokenizer import END, Encoded, Tokenizer


@dataclass(frozen=True)
class Side:
    """Who looks, or what is looked at."""

    names: list[str]
    groups: list[list[int]]
    """The tokens that each is made of."""
    spans: list[Span]
    """Its characters."""


def shortened(read: Encoded, longest: int) -> Encoded:
    """The tokens that are kept of a text where no more than `longest` are read; 0 keeps all."""
    places = kept(len(read.ids), longest).tolist()
    return Encoded([read.ids[i] for i in places], [read.spans[i] for i in places])


def between_spaces(text: str, spans: Sequence[Span], tokens: bool) -> Side:
    """The words of a text as alignments count them, or its tokens with END after them."""
    if tokens:
        names = [*(text[start:stop].strip() or "␣" for start, stop in spans), END]
        return Side(names, [[i] for i in range(len(names))], [*spans, (len(text), len(text))])
    return Side(text.split(), split_words(text, spans), unbroken(text))


def as_read(tokenizer: Tokenizer, text: str, read: Encoded, tokens: bool) -> Side:
    """The words of a text, or its tokens; what has no characters is called as the vocabulary has it."""
    return grouped(tokenizer, text, read, [[i] for i in range(len(read.ids))] if tokens else words_of(text, read.spans))


def grouped(tokenizer: Tokenizer, text: str, read: Encoded, groups: list[list[int]]) -> Side:
    """The tokens in these groups, by what they say: a space is called ␣."""
    spans = [span_of(text, read.spans, group) for group in groups]
    known = tokenizer.vocabulary() if any(start == stop for start, stop in spans) else []
    names = [
        known[read.ids[group[0]]] if start == stop else text[start:stop].strip() or "␣"
        for group, (start, stop) in zip(groups, spans, strict=True)
    ]
    return Side(names, groups, spans)


def maps_of(
    site: str, weights: NDArray[np.float64], rows: Side, columns: Side, head: int | None, *, each: bool
) -> list[Map]:
    """The weights [h, q, k] of a site: of one head, of `each`, or their mean."""
    if head is not None and not 0 <= head < len(weights):
        raise Mistake(f"{site} has no head {head}; it has heads 0 to {len(weights) - 1}.")
    merged = merge_grid(weights, rows.groups, columns.groups)
    chosen = [head] if head is not None else range(len(weights)) if each else []
    grids = {(f"{site}.{i}" if len(weights) > 1 else site): merged[i] for i in chosen} or {site: merged.mean(0)}
    return [Map(name=name, rows=rows.names, columns=columns.names, weights=Rows(grid)) for name, grid in grids.items()]
