"""Noisy texts and what they were: stretches are missing, sentences are shuffled.

b rows, t tokens of a clean text and its END.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from jaxtyping import Bool
from torch import Tensor

from regard.attention.padded import Padded
from regard.attention.ragged import Ragged
from regard.data.batch import Numbers, stretches
from regard.data.loading import Texts, turns
from regard.data.noise import infill, permute_sentences
from regard.data.pairs import PairBatch
from regard.data.rows import Cut, cut, plan_rows, steps_of
from regard.data.sentence_pairs import Sentences
from regard.errors import Mistake

FRAME = 2
"""BEGIN and END."""


@dataclass(frozen=True)
class NoisyBatch:
    """BEGIN noisy text END, and BEGIN text END."""

    pairs: PairBatch
    missing: Bool[Tensor, "b t"]
    """Which of the wanted tokens the noisy text lacks."""

    def __len__(self) -> int:
        return len(self.pairs)

    def to(self, device: torch.device) -> "NoisyBatch":
        """The same texts on another device."""
        return NoisyBatch(self.pairs.to(device), self.missing.to(device))


@dataclass(frozen=True, kw_only=True)
class NoisyRows:
    """Documents to put right: rows of them, their noise drawn by epoch and batch."""

    texts: Texts
    begin: int
    end: int
    mask: int
    longest: int
    """Tokens of a row, BEGIN and END included."""
    seed: int
    tokens: int | None = None
    """Tokens of a batch to learn from, about; None where rows are only read in turn."""
    rate: float = 0.3
    mean: float = 3.0
    sentences: Sentences | None = None
    """Of the documents, where they are to be shuffled."""
    by_length: bool = True
    """Whether the rows of a batch are about equally long, which saves padding."""

    def __post_init__(self) -> None:
        if self.longest <= FRAME:
            raise Mistake(f"rows of {self.longest} tokens hold nothing beside BEGIN and END; allow {FRAME + 1}.")
        if not len(self.rows):
            raise Mistake("the texts hold no token to learn from.")

    @cached_property
    def rows(self) -> Cut:
        """Where the rows lie."""
        return cut(self.texts.offsets, self.longest - FRAME, ahead=False)

    def steps(self) -> int:
        """Batches in an epoch."""
        return steps_of(self.rows.lengths, self._size)

    def epoch(self, epoch: int, start: int) -> Iterator[tuple[NoisyBatch, int]]:
        """The batches of an epoch from batch `start` on, each with the number of tokens that are said."""
        plan = plan_rows(self.rows.lengths, tokens=self._size, seed=self.seed, epoch=epoch, by_length=self.by_length)
        for number, chosen in enumerate(plan[start:], start=start):
            yield self._batch(chosen, np.random.default_rng((self.seed, epoch, number))), self._said(chosen)

    def in_turn(self, tokens: int = 8192) -> Iterator[tuple[Numbers, NoisyBatch]]:
        """Every row once, longest first, its noise the same each time; with each batch, which rows it holds."""
        start = 0
        for chosen in turns(self.rows.lengths + FRAME, tokens):
            yield chosen, self._batch(chosen, np.random.default_rng((self.seed, start)))
            start += len(chosen)

    def owners(self) -> Numbers:
        """The document of each row."""
        return np.searchsorted(self.texts.offsets, self.rows.starts, side="right") - 1

    @property
    def _size(self) -> int:
        assert self.tokens is not None, "batches to learn from have a size"
        return self.tokens

    def _said(self, chosen: Numbers) -> int:
        return int(self.rows.lengths[chosen].sum()) + len(chosen)

    def _batch(self, chosen: Numbers, dice: np.random.Generator) -> NoisyBatch:
        lengths = self.rows.lengths[chosen]
        clean = self.texts.ids[stretches(self.rows.starts[chosen], lengths)].astype(np.int64)
        order = np.arange(len(clean))
        if self.sentences is not None:
            order = permute_sentences(order, *self._within(chosen), dice)
        noisy = infill(clean[order], lengths, dice, mask=self.mask, rate=self.rate, mean=self.mean)
        missing = np.zeros(len(clean), dtype=bool)
        missing[order[noisy.missing]] = True
        counts = torch.from_numpy(lengths)
        lacks = Ragged(counts + 1).pad(torch.from_numpy(np.insert(missing, np.cumsum(lengths), False)))
        room = self.longest - FRAME
        fits = stretches(np.zeros_like(noisy.lengths), noisy.lengths) < room
        read = self._framed(noisy.tokens[fits], np.minimum(noisy.lengths, room))
        return NoisyBatch(PairBatch(read, self._framed(clean, lengths)), lacks)

    def _framed(self, tokens: Numbers, lengths: Numbers) -> Padded:
        """Texts end to end as rows between BEGIN and END."""
        ends = np.cumsum(lengths)
        framed = np.insert(tokens, np.append(ends, ends - lengths), [self.end] * len(ends) + [self.begin] * len(ends))
        rows = Ragged(torch.from_numpy(lengths.astype(np.int64) + FRAME))
        return Padded(rows.pad(torch.from_numpy(framed)), rows)

    def _within(self, chosen: Numbers) -> tuple[Numbers, Numbers]:
        """The lengths of the sentences, or of their parts, that lie in each row, and how many these are."""
        assert self.sentences is not None
        edges = self.sentences.edges
        starts, ends = self.rows.starts[chosen], self.rows.starts[chosen] + self.rows.lengths[chosen]
        first = np.searchsorted(edges, starts, side="right") - 1
        counts = np.searchsorted(edges, ends, side="left") - first
        each = stretches(first, counts)
        owner = np.repeat(np.arange(len(chosen)), counts)
        return np.minimum(edges[each + 1], ends[owner]) - np.maximum(edges[each], starts[owner]), counts
