"""Pairs of sentences, in batches that hold about equally many tokens.

b pairs, m source tokens, t target tokens but the last.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from jaxtyping import Bool, Int
from torch import Tensor

from regard.attention.padded import Padded
from regard.attention.ragged import Ragged
from regard.data.batch import Numbers
from regard.data.loading import Texts, turns
from regard.errors import Mistake
from regard.text.tokenizer import Tokenizer


@dataclass(frozen=True)
class PairBatch:
    """Source sentences and their translations, each of which is BEGIN … END."""

    source: Padded
    target: Padded

    def __len__(self) -> int:
        return len(self.source)

    @property
    def given(self) -> Int[Tensor, "b t"]:
        """What a decoder reads when it is taught: BEGIN and all tokens before the last."""
        return self.target.ids[:, :-1]

    @property
    def wanted(self) -> Int[Tensor, "b t"]:
        """What it should say at each place: all tokens after BEGIN."""
        return self.target.ids[:, 1:]

    @property
    def wanted_mask(self) -> Bool[Tensor, "b t"]:
        """True where something is wanted: what it says after END does not count."""
        return self.target.rows.mask[:, 1:]

    def to(self, device: torch.device) -> "PairBatch":
        """The same pairs on another device."""
        return PairBatch(self.source.to(device), self.target.to(device))


@dataclass(frozen=True)
class PairTexts:
    """Many pairs: text i of the source belongs to text i of the target, which begins with BEGIN and ends with END."""

    source: Texts
    target: Texts

    def __post_init__(self) -> None:
        if len(self.source) != len(self.target):
            raise Mistake(
                f"{len(self.source)} source sentences for {len(self.target)} target sentences: "
                "each needs its counterpart."
            )

    def __len__(self) -> int:
        return len(self.source)

    def chosen(self, rows: Numbers) -> "PairTexts":
        """These pairs, in this order."""
        return PairTexts(self.source.chosen(rows), self.target.chosen(rows))

    def batch(self, chosen: Numbers) -> PairBatch:
        """The chosen pairs as a batch."""
        return PairBatch(padded(self.source, chosen), padded(self.target, chosen))


@dataclass(frozen=True, kw_only=True)
class Lessons:
    """Sentence pairs to learn from, in batches of about equally many tokens."""

    pairs: PairTexts
    tokens: int
    seed: int

    def steps(self) -> int:
        """Batches in an epoch."""
        return self._steps

    @cached_property
    def _steps(self) -> int:
        return len(self._plan(0))

    def epoch(self, epoch: int, start: int) -> Iterator[tuple[PairBatch, int]]:
        """The batches of an epoch from batch `start` on, each with its number of target tokens."""
        for chosen in self._plan(epoch)[start:]:
            batch = self.pairs.batch(chosen)
            yield batch, int(batch.wanted_mask.sum())

    def _plan(self, epoch: int) -> list[Numbers]:
        source, target = self.pairs.source.lengths, self.pairs.target.lengths
        return plan_pairs(source, target, tokens=self.tokens, seed=self.seed, epoch=epoch)


def padded(texts: Texts, chosen: Numbers) -> Padded:
    """The chosen texts side by side."""
    lengths = texts.lengths[chosen].astype(np.int64)
    places = np.arange(int(lengths.max()))
    inside = places < lengths[:, None]
    ids = np.zeros(inside.shape, dtype=np.int64)
    ids[inside] = texts.ids[(texts.offsets[:-1][chosen][:, None] + places)[inside]]
    return Padded(torch.from_numpy(ids), Ragged(torch.from_numpy(lengths)))


def plan_pairs(source: Numbers, target: Numbers, *, tokens: int, seed: int, epoch: int) -> list[Numbers]:
    """Which pairs make up each batch of an epoch, from the lengths of both sides.

    A batch holds at most `tokens` tokens a side, padding included, or a single pair. Pairs are sorted by target, then
    by source length (up and down in turn), pairs of equal lengths in random order; then the batches are shuffled.
    Where a batch ends depends on lengths alone, so that every epoch has equally many.
    """
    if tokens < 1:
        raise Mistake(f"batches of {tokens} tokens: set a batch to hold at least one.")
    dice = np.random.default_rng((seed, epoch))
    order = dice.permutation(len(source))
    turn = np.where(target % 2, source, -source)
    order = order[np.lexsort((turn[order], target[order]))]
    longest = np.maximum(source, target)[order].tolist()
    cuts, first, widest = [0], 0, 0
    for place, length in enumerate(longest):
        widest = max(widest, length)
        if place > first and (place - first + 1) * widest > tokens:
            cuts.append(place)
            first, widest = place, length
    batches = np.split(order, cuts[1:])
    return [batches[i] for i in dice.permutation(len(batches))]


def sources_in_turn(sources: Texts, tokens: int = 4096) -> Iterator[tuple[Numbers, Padded]]:
    """Every text once, longest first, at most so many tokens a time; with each batch, which texts it holds."""
    return ((chosen, padded(sources, chosen)) for chosen in turns(sources.lengths, tokens))


def bordered(tokenizer: Tokenizer, texts: Sequence[str], *, begin: bool) -> Texts:
    """The texts as tokens, with END after each and BEGIN in front where it is asked for."""
    ids, offsets = tokenizer.encode_many(texts)
    each = np.arange(len(offsets))
    ids, offsets = np.insert(ids, offsets[1:], tokenizer.end_id), offsets + each
    if begin:
        ids, offsets = np.insert(ids, offsets[:-1], tokenizer.begin_id), offsets + each
    return Texts(ids, offsets)


__all__ = [
    "Lessons", "Padded", "PairBatch", "PairTexts", "bordered", "padded", "plan_pairs", "sources_in_turn",
]  # fmt: skip
