"""The next word of a text: cross-entropy at every token, perplexity.

n tokens in all.
"""

from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import torch
from torch import Tensor, nn

from regard.attention.ragged import Ragged
from regard.data.loading import Texts
from regard.data.rows import Cut, Lesson, TextBatch, blocks_of, cut, rows_in_turn
from regard.metrics.words import Numbers, WordScores
from regard.roles import Language
from regard.tasks.device import device_of
from regard.tasks.saying import Tally, said


@dataclass(frozen=True)
class Passages:
    """Texts to measure on: every token but the first is said once, from at most `longest` tokens before it."""

    texts: Texts
    longest: int
    running: bool = False
    """Whether the end of a document is not minded, as in blocks of a running text."""

    @property
    def rows(self) -> Cut:
        """Where the rows lie."""
        if self.running:
            return blocks_of(len(self.texts.ids), self.longest)
        return cut(self.texts.offsets, self.longest, ahead=True)

    def owners(self) -> Numbers:
        """The document that each row begins in."""
        return np.searchsorted(self.texts.offsets, self.rows.starts, side="right") - 1


@dataclass(frozen=True, kw_only=True)
class Continue:
    """loss = −log p(x_i | x_<i), the mean over all tokens of a batch but the first of each row."""

    validation: Passages
    smoothing: float = 0.0

    def loss(self, model: nn.Module, batch: TextBatch) -> Tensor:
        """The mean over the words that are said."""
        x, wanted = _taught(model, batch.lesson)
        return cast(Language[Ragged], model).head.loss(x, wanted, self.smoothing)

    def measure(self, model: nn.Module) -> dict[str, float | list[int]]:
        """Loss and perplexity of the validation part; the score is the (geometric) mean probability of a word."""
        found = continued(model, self.validation)
        return {"score": 1 / found.perplexity, "loss": found.loss, "perplexity": found.perplexity}


@torch.no_grad()
def continued(model: nn.Module, passages: Passages) -> WordScores:
    """How well a model says every word, row by row; nothing is dropped."""
    model.eval()
    tally = Tally()
    for chosen, batch in rows_in_turn(passages.texts.ids, passages.rows):
        lesson = batch.lesson
        x, wanted = _taught(model, lesson)
        tally.add(chosen, lesson.rows.owner.to(x.device), said(cast(Language[Any], model).head, x, wanted))
    return tally.scores()


def _taught(model: nn.Module, lesson: Lesson) -> tuple[Tensor, Tensor]:
    """The vectors that say each word, and the words."""
    device = device_of(model)
    x = cast(Language[Ragged], model).vectors(lesson.tokens.to(device), lesson.rows.to(device))
    return x, lesson.wanted.to(device)
