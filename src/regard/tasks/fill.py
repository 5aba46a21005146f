"""The words behind blanks, and whether two pieces of text belong together.

k blanks.
"""

from dataclasses import dataclass
from typing import Protocol, cast

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from regard.attention.ragged import Ragged
from regard.data.blank_rows import BlankBatch, BlankRows
from regard.errors import Mistake
from regard.metrics.words import WordScores
from regard.roles import Head
from regard.tasks.device import device_of
from regard.tasks.saying import Tally, said


class Filling(Protocol):
    """A model that reads in both directions."""

    pair: nn.Module | None
    """What tells whether two pieces belong together, from the vector of a text."""

    @property
    def head(self) -> Head:
        """What says words."""
        ...

    def vectors(self, tokens: Tensor, rows: Ragged, segments: Tensor | None) -> Tensor:
        """A vector [n, d] for each token."""
        ...

    def text(self, x: Tensor, rows: Ragged) -> Tensor:
        """The vector [b, d] of each text."""
        ...


@dataclass(frozen=True)
class Filled:
    """How well a model fills in words, and how well it tells pieces that belong together."""

    words: WordScores
    pairs: tuple[int, int] | None = None
    """Of so many rows with two pieces, how many were told rightly: right, all."""
    pair_loss: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Fill:
    """loss = −log p(word behind a blank | what is left), the mean over all blanks, and the same of pairs of pieces."""

    validation: BlankRows
    smoothing: float = 0.0

    def loss(self, model: nn.Module, batch: BlankBatch) -> Tensor:
        """The mean over the blanks of the batch, and over its pairs where there are any."""
        batch = batch.to(device_of(model))
        x, masked = _read(model, batch)
        loss = masked.head.loss(x.index_select(0, batch.places), batch.wanted, self.smoothing)
        return loss if batch.apart is None else loss + F.cross_entropy(_pair(masked, x, batch), batch.apart)

    def measure(self, model: nn.Module) -> dict[str, float | list[int]]:
        """Loss, and perplexity of the blanks; the score is the mean probability of all that is right."""
        found = filled(model, self.validation)
        loss = found.words.loss + found.pair_loss
        score = float(torch.tensor(-loss, dtype=torch.float64).exp())
        return {"score": score, "loss": loss, "perplexity": found.words.perplexity}


@torch.no_grad()
def filled(model: nn.Module, rows: BlankRows) -> Filled:
    """How well a model says the word behind every blank, row by row; nothing is dropped."""
    model.eval()
    tally = Tally()
    right, count, loss = 0, 0, 0.0
    for chosen, each in rows.in_turn():
        batch = each.to(device_of(model))
        x, masked = _read(model, batch)
        tally.add(chosen, batch.rows.owner[batch.places], said(masked.head, x[batch.places], batch.wanted))
        if batch.apart is not None:
            told = _pair(masked, x, batch)
            right += int((told.argmax(-1) == batch.apart).sum())
            loss += float(F.cross_entropy(told, batch.apart, reduction="sum"))
            count += len(batch)
    return Filled(tally.scores(), (right, count) if count else None, loss / max(1, count))


def _read(model: nn.Module, batch: BlankBatch) -> tuple[Tensor, Filling]:
    masked = cast(Filling, model)
    return masked.vectors(batch.tokens, batch.rows, batch.segments), masked


def _pair(model: Filling, x: Tensor, batch: BlankBatch) -> Tensor:
    if model.pair is None:
        raise Mistake("the model does not tell whether two pieces belong together; set model.purpose to 'both'.")
    return model.pair(model.text(x, batch.rows))
