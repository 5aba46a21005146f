"""Texts as a model reads them, a batch at a time, each with what became of it: for heads, which are judged over many.

b texts of a batch.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float
from numpy.typing import NDArray
from torch import Tensor, nn

from regard.attention.padded import Padded
from regard.attention.ragged import Ragged
from regard.data.batch import Numbers
from regard.data.blank_rows import BlankRows
from regard.data.loading import Texts, in_turn
from regard.data.noisy_rows import NoisyRows
from regard.data.pairs import PairBatch, PairTexts, plan_pairs
from regard.data.rows import rows_in_turn
from regard.roles import Head, Language
from regard.tasks.continue_text import Passages
from regard.tasks.device import device_of
from regard.tasks.fill import Filling
from regard.tasks.saying import Said, Tally, said
from regard.tasks.translate import Taught

AT_ONCE = 4096
"""Tokens of a batch, padding included: the weights of all its heads are held at a time."""

Sums = Float[NDArray[np.float64], "4 b"]
"""Of each text: the losses of what it was to be answered, their number, how many were right, of how many."""


@dataclass(frozen=True)
class Read:
    """One batch."""

    rows: Numbers
    """Which texts."""
    source: Padded
    """What the model reads."""
    given: Padded | None
    """What its decoder reads, where it has one: at each place it says the next token."""
    answer: Callable[[], Sums]
    """The model runs, and its answers are compared with the right ones."""


Reads = Callable[[], Iterator[Read]]
"""All texts once; they can be gone through as often as one likes."""


def labelling(model: nn.Module, texts: Texts) -> Iterator[Read]:
    """Texts that get a label."""
    for rows, each in in_turn(texts, AT_ONCE):
        batch = each.to(device_of(model))
        labels = batch.labels
        assert labels is not None, "texts to measure on carry labels"

        def answer(batch: Any = batch, labels: Tensor = labels) -> Sums:
            logits = model(batch).float()
            losses, one = F.cross_entropy(logits, labels, reduction="none"), torch.ones(len(logits))
            return torch.stack([losses.cpu(), one, (logits.argmax(-1) == labels).float().cpu(), one]).double().numpy()

        yield Read(rows, Padded(batch.rows.pad(batch.words[batch.tokens]), batch.rows), None, answer)


def continuing(model: nn.Module, passages: Passages) -> Iterator[Read]:
    """Documents of which every next word is said."""
    place = device_of(model)
    for rows, batch in rows_in_turn(passages.texts.ids, passages.rows, AT_ONCE):
        lesson = batch.lesson
        tokens, inside, wanted = lesson.tokens.to(place), lesson.rows.to(place), lesson.wanted.to(place)

        def answer(
            rows: Numbers = rows, tokens: Tensor = tokens, inside: Ragged = inside, wanted: Tensor = wanted
        ) -> Sums:
            speaking = cast(Language[Ragged], model)
            return _sums(rows, inside.owner, said(speaking.head, speaking.vectors(tokens, inside), wanted))

        yield Read(rows, Padded(inside.pad(tokens), inside), None, answer)


def filling(model: nn.Module, blanks: BlankRows) -> Iterator[Read]:
    """Documents with blanks."""
    for rows, each in blanks.in_turn(AT_ONCE):
        batch = each.to(device_of(model))

        def answer(rows: Numbers = rows, batch: Any = batch) -> Sums:
            masked = cast(Filling, model)
            x = masked.vectors(batch.tokens, batch.rows, batch.segments)
            found = said(masked.head, x[batch.places], batch.wanted)
            return _sums(rows, batch.rows.owner[batch.places], found)

        yield Read(rows, Padded(batch.rows.pad(batch.tokens), batch.rows), None, answer)


def translating(model: nn.Module, pairs: PairTexts) -> Iterator[Read]:
    """Sentences of which every word of the translation is said, after the right ones before it."""
    for rows in plan_pairs(pairs.source.lengths, pairs.target.lengths, tokens=AT_ONCE, seed=0, epoch=0):
        yield _taught(model, rows, pairs.batch(rows).to(device_of(model)))


def denoising(model: nn.Module, noisy: NoisyRows) -> Iterator[Read]:
    """Documents that are said again from a noisy copy."""
    for rows, batch in noisy.in_turn(AT_ONCE):
        yield _taught(model, rows, batch.pairs.to(device_of(model)))


def _taught(model: nn.Module, rows: Numbers, batch: PairBatch) -> Read:
    def answer() -> Sums:
        taught, inside = cast(Taught, model), batch.wanted_mask
        words: Head = taught.words
        owner = torch.arange(len(batch), device=inside.device)[:, None].expand_as(inside)[inside]
        return _sums(rows, owner, said(words, taught.vectors(batch)[inside], batch.wanted[inside]))

    return Read(rows, batch.source, Padded(batch.given, Ragged(batch.target.rows.lengths - 1)), answer)


def _sums(rows: Numbers, owner: Tensor, found: Said) -> Sums:
    tally = Tally()
    tally.add(rows, owner, found)
    return tally.sums[0]


@torch.no_grad()
def answered(reads: Reads, count: int) -> Float[NDArray[np.float64], "n 4"]:
    """What became of all texts, text by text."""
    found = np.zeros((count, 4))
    for read in reads():
        found[read.rows] = read.answer().T
    return found
