"""From tokenised texts to batches, in an order that is a pure function of the seed and the epoch.

Nothing is hidden in an iterator: the whole state of loading is two numbers, the epoch and the batch.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from regard.data.batch import Batch, Labels, Numbers, collate, stretches

POOL = 50
"""Batches that are sorted by length together: wide enough to waste little padding, narrow enough to stay random."""


@dataclass(frozen=True)
class Texts:
    """Token numbers of many texts end to end: text i is ids[offsets[i] : offsets[i + 1]]."""

    ids: Numbers
    offsets: Numbers
    labels: Labels | None = None

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def lengths(self) -> Numbers:
        """Tokens of each text."""
        return np.diff(self.offsets)

    def batch(self, chosen: Numbers) -> Batch:
        """The chosen texts as a batch."""
        lengths = self.lengths[chosen]
        ids = self.ids[stretches(self.offsets[:-1][chosen], lengths)]
        return collate(ids, lengths, None if self.labels is None else self.labels[chosen])

    def joined(self, *others: "Texts") -> "Texts":
        """These texts, and behind them others, with labels of the same kind."""
        every = (self, *others)
        labels = [texts.labels for texts in every if texts.labels is not None]
        return Texts(
            np.concatenate([texts.ids for texts in every]),
            np.append(0, np.cumsum(np.concatenate([texts.lengths for texts in every]))),
            np.concatenate(labels) if len(labels) == len(every) else None,
        )

    def first(self, count: int) -> "Texts":
        """The first so many of the texts."""
        end = min(count, len(self))
        return Texts(
            self.ids[: self.offsets[end]], self.offsets[: end + 1], None if self.labels is None else self.labels[:end]
        )

    def chosen(self, rows: Numbers) -> "Texts":
        """These texts, in this order."""
        pieces = [self.ids[self.offsets[i] : self.offsets[i + 1]] for i in rows.tolist()]
        ends = np.cumsum([0, *(len(piece) for piece in pieces)])
        return Texts(np.concatenate([self.ids[:0], *pieces]), ends, None if self.labels is None else self.labels[rows])

    def started(self, longest: int) -> "Texts":
        """The first `longest` tokens of each text; 0 leaves all as they are."""
        if not longest or self.lengths.max(initial=0) <= longest:
            return self
        pieces = [self.ids[a : min(a + longest, b)] for a, b in pairwise(self.offsets.tolist())]
        return Texts(np.concatenate(pieces), np.cumsum([0, *(len(piece) for piece in pieces)]), self.labels)

    def cropped(self, longest: int) -> "Texts":
        """The same texts, none longer than `longest` tokens (see `kept`); 0 leaves all as they are."""
        if not longest or self.lengths.max(initial=0) <= longest:
            return self
        pieces = [kept(int(n), longest) + start for n, start in zip(self.lengths, self.offsets, strict=False)]
        ends = np.cumsum([0, *(len(piece) for piece in pieces)])
        return Texts(self.ids[np.concatenate(pieces)], ends, self.labels)


def kept(length: int, longest: int) -> Numbers:
    """Which tokens of a text of this length are read: all, or the first third and the last two thirds of `longest`.

    The end of a review says more about its verdict than its middle.
    """
    if not longest or length <= longest:
        return np.arange(length)
    head = longest // 3
    return np.concatenate([np.arange(head), np.arange(length - longest + head, length)])


def plan(lengths: Numbers, *, batch: int, seed: int, epoch: int, by_length: bool) -> list[Numbers]:
    """Which texts make up each batch of an epoch; with `by_length`, those of a batch are about equally long."""
    dice = np.random.default_rng((seed, epoch))
    order = dice.permutation(len(lengths))
    if by_length:
        pools = [order[i : i + batch * POOL] for i in range(0, len(order), batch * POOL)]
        order = np.concatenate([pool[np.argsort(lengths[pool], kind="stable")] for pool in pools])
    batches = [order[i : i + batch] for i in range(0, len(order), batch)]
    return [batches[i] for i in dice.permutation(len(batches))] if by_length else batches


def in_turn(texts: Texts, tokens: int = 32_768) -> Iterator[tuple[Numbers, Batch]]:
    """Every text once, longest first, in batches of about so many tokens; with each batch, which texts it holds."""
    return ((chosen, texts.batch(chosen)) for chosen in turns(texts.lengths, tokens))


def turns(lengths: Numbers, tokens: int) -> Iterator[Numbers]:
    """Which texts stand together when each is read once, longest first: at most so many tokens, padding included."""
    order = np.argsort(-lengths, kind="stable")
    start = 0
    while start < len(order):
        count = max(1, tokens // max(1, int(lengths[order[start]])))
        yield order[start : start + count]
        start += count


def original_order(chosen: Sequence[Numbers]) -> Numbers:
    """Where each text stands in the batches of `turns`, end to end, by which results are put in their order."""
    return np.argsort(np.concatenate(chosen))
