"""Rows with blanks to fill in, for models that read in both directions: CLS piece SEP, or CLS piece SEP piece SEP.

b rows, n tokens in all, k blanks.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

import numpy as np
import torch
from jaxtyping import Int
from numpy.typing import NDArray
from torch import Tensor

from regard.attention.ragged import Ragged
from regard.data.batch import Numbers
from regard.data.chance import Chance, Static
from regard.data.loading import Texts, turns
from regard.data.noise import Lexicon, mask_words
from regard.data.rows import cut, in_batches
from regard.data.sentence_pairs import Pairs, Sentences, assemble, next_sentences, sentence_order
from regard.errors import Mistake

Second = Literal["none", "next", "order"]
"""The second piece of a row: there is none; it follows or is foreign (BERT); both may be swapped (ALBERT)."""
COPIES = 10
"""Ways in which a text is blanked where blanks do not change.  Liu et al. (2019), section 4.1."""
FRAME = 2
"""CLS and SEP."""


@dataclass(frozen=True)
class BlankBatch:
    """What a model reads, and what it must say."""

    tokens: Int[Tensor, " n"]
    rows: Ragged
    places: Int[Tensor, " k"]
    """Where words are wanted."""
    wanted: Int[Tensor, " k"]
    segments: Int[Tensor, " n"] | None = None
    apart: Int[Tensor, " b"] | None = None
    """Whether the second piece does not follow the first."""

    def __len__(self) -> int:
        return len(self.rows.lengths)

    def to(self, device: torch.device) -> "BlankBatch":
        """The same rows on another device."""
        rows = self.rows.to(device, non_blocking=True)
        tokens, places, wanted = (
            part.to(device, non_blocking=True) for part in (self.tokens, self.places, self.wanted)
        )
        return BlankBatch(tokens, rows, places, wanted, _moved(device, self.segments), _moved(device, self.apart))


def _moved(device: torch.device, part: Tensor | None) -> Tensor | None:
    return None if part is None else part.to(device, non_blocking=True)


@dataclass(frozen=True, kw_only=True)
class BlankRows:
    """Documents to learn from, or to measure on, in rows with blanks; epoch and batch decide every one of them."""

    texts: Texts
    lexicon: Lexicon
    front: int
    """CLS."""
    between: int
    """SEP."""
    longest: int
    """Tokens of a row, those two included."""
    seed: int
    tokens: int | None = None
    """Tokens of a batch to learn from, about; None where rows are only read in turn."""
    rate: float = 0.15
    hidden: float = 0.8
    replaced: float = 0.1
    static: bool = False
    """Whether a text has the same blanks every tenth time that it comes, or new ones each time."""
    begins: Callable[[NDArray[Any]], NDArray[np.bool_]] | None = None
    """Tells where words begin, of which all tokens are then blanked or none."""
    second: Second = "none"
    sentences: Sentences | None = None
    """Of the documents, where there is a second piece."""
    by_length: bool = True
    """Whether the rows of a batch are about equally long, which saves padding."""
    _drawn: Callable[[int], Pairs] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.longest <= FRAME:
            raise Mistake(f"rows of {self.longest} tokens hold nothing beside CLS and SEP; allow {FRAME + 1} at least.")
        if self.tokens is not None and self.tokens < self.longest:
            raise Mistake(
                f"a batch of {self.tokens} tokens cannot hold a row of {self.longest}; set a larger training.batch or "
                "a smaller text.longest."
            )
        object.__setattr__(self, "_drawn", lru_cache(maxsize=1)(self._draw))

    def steps(self) -> int:
        """Batches in an epoch: the same number whatever pieces it has."""
        assert self.tokens is not None, "batches to learn from have a size"
        return max(1, round(len(self.texts.ids) / self.tokens))

    def epoch(self, epoch: int, start: int) -> Iterator[tuple[BlankBatch, int]]:
        """The batches of an epoch from batch `start` on, each with its number of tokens."""
        pieces = self._drawn(0 if self.static else epoch)
        plan = self._plan(_lengths(pieces), np.random.default_rng((self.seed, epoch)))
        for number, chosen in enumerate(plan[start:], start=start):
            batch = self._batch(pieces, chosen, epoch, np.random.default_rng((self.seed, epoch, number)))
            yield batch, len(batch.tokens)

    def in_turn(self, tokens: int = 32_768) -> Iterator[tuple[Numbers, BlankBatch]]:
        """Every row once, longest first, its blanks the same each time; with each batch, which rows it holds."""
        pieces = self._drawn(0)
        return ((chosen, self._batch(pieces, chosen, 0, None)) for chosen in turns(_lengths(pieces), tokens))

    def owners(self) -> Numbers:
        """The document that each row of `in_turn` begins in."""
        return np.searchsorted(self.texts.offsets, self._drawn(0).first[:, 0], side="right") - 1

    def _plan(self, lengths: Numbers, dice: np.random.Generator) -> list[Numbers]:
        """Which rows make up each batch; where there are too few rows for so many, some come more than once."""
        steps = self.steps()
        batches = in_batches(lengths, steps, dice, by_length=self.by_length)
        if len(batches) == steps:
            return batches
        return np.array_split(np.resize(np.concatenate(batches), max(len(lengths), steps)), steps)

    def _draw(self, epoch: int) -> Pairs:
        if self.second == "none":
            rows = cut(self.texts.offsets, self.longest - FRAME, ahead=False)
            if not len(rows):
                raise Mistake("the texts hold no token to learn from.")
            ranges = np.stack([rows.starts, rows.starts + rows.lengths], 1)
            return Pairs(ranges, ranges * 0, rows.starts * 0)
        assert self.sentences is not None, "pairs of pieces are made of sentences"
        pairs = next_sentences if self.second == "next" else sentence_order
        return pairs(self.sentences, self.longest, np.random.default_rng((self.seed, epoch)))

    def _batch(self, pieces: Pairs, chosen: Numbers, epoch: int, chance: Chance | None) -> BlankBatch:
        """The chosen rows; without chance of its own, or where blanks are static, a row's number decides."""
        pairs = Pairs(*(part[chosen] for part in pieces))
        laid, lengths, segments = assemble(self.texts.ids, pairs, front=self.front, between=self.between)
        laid = laid.astype(np.int64)
        if chance is None or self.static:
            chance = Static(self.seed, chosen, lengths, epoch % COPIES)
        read, places, wanted = mask_words(
            laid,
            lengths,
            chance,
            lexicon=self.lexicon,
            rate=self.rate,
            hidden=self.hidden,
            replaced=self.replaced,
            begins=None if self.begins is None else self.begins(laid),
        )
        tokens, where, words, segmented, apart, counts = (
            torch.from_numpy(part) for part in (read, places, wanted, segments, pairs.apart, lengths)
        )
        paired = self.second != "none"
        return BlankBatch(
            tokens, Ragged(counts), where, words, segmented if paired else None, apart if paired else None
        )


def _lengths(pieces: Pairs) -> Numbers:
    one, two = (np.diff(piece)[:, 0] for piece in (pieces.first, pieces.second))
    return one + FRAME + two + (two > 0)
