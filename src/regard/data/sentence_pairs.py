"""Two pieces of text, and whether the second follows the first: next sentence (BERT) and sentence order (ALBERT).

A document is a run of sentences, a sentence a run of tokens; a piece is a range of tokens, given by where it starts and
where it stops. s sentences, d documents, p pairs, n tokens of all pairs end to end.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from jaxtyping import Int
from numpy.typing import NDArray

from regard.data.batch import Numbers, stretches
from regard.errors import Mistake

SHORT = 0.1
"""Share of the pairs that are made shorter than they could be, so that a model meets short ones as well."""
AROUND = 3
"""CLS, SEP, SEP."""


@dataclass(frozen=True)
class Sentences:
    """The sentences of documents whose tokens lie end to end."""

    lengths: Int[Numbers, " s"]
    """Tokens of each sentence."""
    counts: Int[Numbers, " d"]
    """Sentences of each document."""

    @cached_property
    def edges(self) -> NDArray[np.int64]:
        """Where each sentence starts among the tokens, and where the last one stops."""
        return np.append(0, np.cumsum(self.lengths))

    @cached_property
    def stops(self) -> NDArray[np.int64]:
        """The sentence after the last one of each document."""
        return np.cumsum(self.counts)

    def fitting(self, first: Int[Numbers, " p"], stop: Int[Numbers, " p"], room: Int[Numbers, " p"]) -> Numbers:
        """How far one can read from a sentence on, in whole sentences, but at least one, and not beyond `stop`."""
        reached = np.searchsorted(self.edges, self.edges[first] + room, side="right") - 1
        return np.clip(reached, first + 1, stop)


class Pairs(NamedTuple):
    """Pairs of pieces."""

    first: Int[Numbers, "p 2"]
    second: Int[Numbers, "p 2"]
    apart: Int[Numbers, " p"]
    """0 if the second follows the first, 1 if it does not, as published heads number them."""


class Assembled(NamedTuple):
    """CLS first SEP second SEP, pair after pair."""

    tokens: Int[Numbers, " n"]
    lengths: Int[Numbers, " p"]
    segments: Int[Numbers, " n"]
    """0 up to the first SEP of a pair, then 1."""


def must_be_several(documents: int) -> None:
    """Refuse a corpus of one document: a sentence that does not follow is taken from another."""
    if documents < 2:
        raise Mistake(
            "next sentences need a second document to take wrong ones from; cut the file into documents with "
            "--set corpus.boundary=paragraph (or line), or leave pairs out with --set model.purpose=words."
        )


def next_sentences(sentences: Sentences, longest: int, generator: np.random.Generator) -> Pairs:
    """Half of the second pieces follow the first, half are from another document.

    Devlin et al. (2019), section 3.1, task 2. Sentences without a second one in their document make no pair.
    """
    must_be_several(len(sentences.counts))
    begin, middle, end, room = _halves(sentences, longest, generator)
    pairs = _ranges(sentences, begin, middle, middle, end)
    own = np.searchsorted(sentences.stops, begin, side="right")
    full = np.flatnonzero(sentences.counts)
    other = full[(np.searchsorted(full, own) + 1 + generator.integers(0, max(1, len(full) - 1), len(own))) % len(full)]
    if (other == own).any():
        raise Mistake("all sentences are of one document, and next sentences need wrong ones from another.")
    start = sentences.stops[other] - 1 - (generator.random(len(own)) * sentences.counts[other]).astype(np.int64)
    left = np.maximum(room - np.diff(pairs[0])[:, 0], 1)
    foreign = _ranges(sentences, begin, middle, start, sentences.fitting(start, sentences.stops[other], left))
    apart = generator.random(len(begin)) < 0.5
    second = np.where(apart[:, None], foreign[1], pairs[1])
    return Pairs(*_cut(pairs[0], second, room), apart.astype(np.int64))


def sentence_order(sentences: Sentences, longest: int, generator: np.random.Generator) -> Pairs:
    """Both pieces are of one document, one after the other; half of the pairs are swapped.

    Lan et al. (2020), section 3.1. What is cut off is the same in both orders, so that only the order tells.
    """
    begin, middle, end, room = _halves(sentences, longest, generator)
    first, second = _cut(*_ranges(sentences, begin, middle, middle, end), room)
    apart = generator.random(len(begin)) < 0.5
    swapped = apart[:, None]
    return Pairs(np.where(swapped, second, first), np.where(swapped, first, second), apart.astype(np.int64))


def assemble(tokens: Int[Numbers, " m"], pairs: Pairs, *, front: int, between: int) -> Assembled:
    """The tokens of the pairs, with CLS in front and SEP after each piece.  Devlin et al. (2019), figure 2.

    Where the second piece has no token there is none, nor its SEP.
    """
    one, two = (np.diff(piece)[:, 0] for piece in (pairs.first, pairs.second))
    lengths = one + 2 + two + (two > 0)
    starts = np.cumsum(lengths) - lengths
    laid = np.full(int(lengths.sum()), between, dtype=tokens.dtype)
    laid[starts] = front
    laid[stretches(starts + 1, one)] = tokens[stretches(pairs.first[:, 0], one)]
    laid[stretches(starts + one + 2, two)] = tokens[stretches(pairs.second[:, 0], two)]
    segments = np.zeros(len(laid), dtype=np.int64)
    segments[stretches(starts + one + 2, lengths - one - 2)] = 1
    return Assembled(laid, lengths, segments)


def _halves(
    sentences: Sentences, longest: int, generator: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Runs of at least two sentences that fill the room, cut in two between sentences: begin, middle, end; and room."""
    if longest < AROUND + 2:
        raise Mistake(f"pairs of {longest} tokens have no room for two pieces; allow {AROUND + 2} at least.")
    room = np.full(len(sentences.lengths), longest - AROUND)
    short = generator.random(len(room)) < SHORT
    room[short] = generator.integers(2, longest - AROUND, int(short.sum()), endpoint=True)
    stop = np.repeat(sentences.stops, sentences.counts)
    first = np.arange(len(room))
    after = np.minimum(np.maximum(sentences.fitting(first, stop, room), first + 2), stop)
    begin = _visited(after, sentences.stops - sentences.counts)
    begin = begin[after[begin] - begin > 1]
    if not len(begin):
        raise Mistake("no document has two sentences, so that there is no pair to learn from.")
    end = after[begin]
    middle = begin + 1 + (generator.random(len(begin)) * (end - begin - 1)).astype(np.int64)
    return begin, middle, end, room[begin]


def _visited(after: Int[Numbers, " s"], starts: Int[Numbers, " d"]) -> NDArray[np.int64]:
    """The sentences that one comes to who starts at these and goes on from each to the one after its run."""
    visited = np.zeros(len(after) + 1, dtype=bool)
    at = starts[starts < len(after)]
    while len(at):
        visited[at] = True
        at = after[at]
        at = at[~visited[at] & (at < len(after))]
    return np.flatnonzero(visited[:-1])


def _ranges(
    sentences: Sentences, begin: Numbers, middle: Numbers, start: Numbers, stop: Numbers
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Sentences begin … middle and start … stop as ranges of tokens."""
    edges = sentences.edges
    return np.stack([edges[begin], edges[middle]], 1), np.stack([edges[start], edges[stop]], 1)


def _cut(first: Numbers, second: Numbers, room: Numbers) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Both pieces in their room: the longer one loses what is too much, far from where they meet."""
    one, two = np.diff(first)[:, 0], np.diff(second)[:, 0]
    kept = np.minimum(one, np.maximum(room - two, room - room // 2))
    left = np.minimum(two, np.maximum(room - one, room // 2))
    return np.stack([first[:, 1] - kept, first[:, 1]], 1), np.stack([second[:, 0], second[:, 0] + left], 1)
