"""Tokens of documents as training rows: documents packed side by side, or blocks of a running text.

b rows, n tokens in all.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Int
from torch import Tensor

from regard.attention.ragged import Ragged
from regard.data.batch import Numbers, stretches
from regard.data.loading import POOL, Texts, turns
from regard.errors import Mistake


class Lesson(NamedTuple):
    """What a causal model is taught: the tokens that it reads, in their rows, and the token after each."""

    tokens: Int[Tensor, " n"]
    rows: Ragged
    wanted: Int[Tensor, " n"]


@dataclass(frozen=True)
class TextBatch:
    """Rows of tokens end to end; a row is a document or a part of one, and attention never leaves it."""

    tokens: Int[Tensor, " n"]
    rows: Ragged

    def __len__(self) -> int:
        return len(self.rows.lengths)

    @property
    def lesson(self) -> Lesson:
        """Every token of a row but its last, and what follows it."""
        ends = self.rows.starts + self.rows.lengths - 1
        inner = torch.ones_like(self.tokens, dtype=torch.bool).index_fill_(0, ends, False)
        return Lesson(self.tokens[inner], Ragged(self.rows.lengths - 1), self.tokens[1:][inner[:-1]])

    def to(self, device: torch.device) -> "TextBatch":
        """The same rows on another device."""
        return TextBatch(self.tokens.to(device, non_blocking=True), self.rows.to(device, non_blocking=True))


@dataclass(frozen=True)
class Cut:
    """Where rows lie in a running text: row i is ids[starts[i] : starts[i] + lengths[i]]."""

    starts: Numbers
    lengths: Numbers

    def __len__(self) -> int:
        return len(self.starts)

    def batch(self, ids: Numbers, chosen: Numbers) -> TextBatch:
        """The chosen rows."""
        lengths = self.lengths[chosen]
        tokens = ids[stretches(self.starts[chosen], lengths)].astype(np.int64)
        return TextBatch(torch.from_numpy(tokens), Ragged(torch.from_numpy(lengths)))


def cut(offsets: Numbers, longest: int, *, ahead: bool) -> Cut:
    """Each document in as few rows as it needs, about equally long; a model reads at most `longest` tokens of one.

    With `ahead` a row has one token more, which is only to be said and is the first of the next row: so that every
    token of a document but its first is said exactly once. A document of one token has nothing to say then.
    """
    if longest < 1:
        raise Mistake(f"rows of {longest} tokens hold nothing; set the longest row to 1 at least.")
    sizes = np.maximum(np.diff(offsets) - ahead, 0)
    counts = -(-sizes // longest)
    owner = np.repeat(np.arange(len(sizes)), counts)
    place = np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts)
    first, after = (sizes[owner] * (place + step) // counts[owner] for step in (0, 1))
    return Cut(offsets[:-1][owner] + first, after - first + ahead)


def steps_of(lengths: Numbers, tokens: int) -> int:
    """Batches of about so many tokens that rows make up: never more than there is a row for, in any order."""
    total, longest = int(lengths.sum()), int(lengths.max())
    if tokens < longest:
        raise Mistake(f"a batch of {tokens} tokens cannot hold a row of {longest}; set larger batches or shorter rows.")
    return max(1, min(-(-total // tokens), total // longest))


def plan_rows(lengths: Numbers, *, tokens: int, seed: int, epoch: int, by_length: bool = False) -> list[Numbers]:
    """Which rows make up each batch of an epoch: a pure function of the seed and the epoch.

    Rows are laid end to end in random order and cut into equal stretches; a row belongs to the stretch that it begins
    in. So batches differ by less than a row, and every epoch has equally many. With `by_length`, the rows of a batch
    are about equally long, which wastes no padding where attention needs any.
    """
    return in_batches(lengths, steps_of(lengths, tokens), np.random.default_rng((seed, epoch)), by_length=by_length)


def in_batches(lengths: Numbers, steps: int, dice: np.random.Generator, *, by_length: bool) -> list[Numbers]:
    """Rows in random order, as so many batches of about equally many tokens; fewer, where there are too few rows."""
    order = dice.permutation(len(lengths))
    if by_length:
        pool = -(-len(order) * POOL // steps)
        pools = [order[i : i + pool] for i in range(0, len(order), pool)]
        order = np.concatenate([part[np.argsort(lengths[part], kind="stable")] for part in pools])
    begins = np.cumsum(lengths[order]) - lengths[order]
    batches = np.split(order, np.flatnonzero(np.diff(begins * steps // int(lengths.sum()))) + 1)
    return [batches[i] for i in dice.permutation(len(batches))] if by_length else batches


@dataclass(frozen=True, kw_only=True)
class PackedRows:
    """Documents to learn from, packed without padding into batches of about equally many tokens."""

    texts: Texts
    longest: int
    """Tokens of a row that a model reads."""
    tokens: int
    """Tokens of a batch, about."""
    seed: int
    ahead: bool = True
    """Whether a row has a token more than is read, to be said by a causal model."""
    by_length: bool = False

    def __post_init__(self) -> None:
        if not len(self.rows):
            raise Mistake("the texts are too short to learn from: no document has a second token.")

    @cached_property
    def rows(self) -> Cut:
        """Where the rows lie."""
        return cut(self.texts.offsets, self.longest, ahead=self.ahead)

    def steps(self) -> int:
        """Batches in an epoch."""
        return steps_of(self.rows.lengths, self.tokens)

    def epoch(self, epoch: int, start: int) -> Iterator[tuple[TextBatch, int]]:
        """The batches of an epoch from batch `start` on, each with the number of tokens that are read."""
        plan = plan_rows(self.rows.lengths, tokens=self.tokens, seed=self.seed, epoch=epoch, by_length=self.by_length)
        for chosen in plan[start:]:
            batch = self.rows.batch(self.texts.ids, chosen)
            yield batch, len(batch.tokens) - self.ahead * len(chosen)


@dataclass(frozen=True, kw_only=True)
class Blocks:
    """A running text to learn from: blocks of `context` tokens from random places, document ends not minded."""

    texts: Texts
    context: int
    """Tokens of a block that a model reads; a block has one more, to be said."""
    batch: int
    """Blocks of a batch."""
    seed: int
    count: int = 0
    """Batches in an epoch; 0 for as many as make up the text once."""

    def __post_init__(self) -> None:
        if len(self.texts.ids) <= self.context:
            raise Mistake(
                f"the text has {len(self.texts.ids)} tokens, too few for a block of {self.context} and the token "
                "after it; set a shorter context."
            )

    def steps(self) -> int:
        """Batches in an epoch."""
        return self.count or max(1, len(self.texts.ids) // (self.context * self.batch))

    def epoch(self, epoch: int, start: int) -> Iterator[tuple[TextBatch, int]]:
        """The batches of an epoch from batch `start` on, each with the number of tokens that are read."""
        dice = np.random.default_rng((self.seed, epoch))
        places = dice.integers(0, len(self.texts.ids) - self.context, size=(self.steps(), self.batch))
        lengths = np.full(self.batch, self.context + 1)
        for chosen in places[start:]:
            yield Cut(chosen, lengths).batch(self.texts.ids, np.arange(self.batch)), self.batch * self.context


def rows_in_turn(ids: Numbers, rows: Cut, tokens: int = 32_768) -> Iterator[tuple[Numbers, TextBatch]]:
    """Every row once, longest first, in batches of at most so many tokens; with each batch, which rows it holds."""
    return ((chosen, rows.batch(ids, chosen)) for chosen in turns(rows.lengths, tokens))


def blocks_of(count: int, context: int) -> Cut:
    """A running text of so many tokens in blocks side by side, each with the token after it, to measure on."""
    return cut(np.array([0, count]), context, ahead=True)
