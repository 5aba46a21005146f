"""The answer to a prompt: cross-entropy at the words of the answer, while the prompt is only read.

n words of answers.
"""

from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import torch
from torch import Tensor, nn

from regard.attention.ragged import Ragged
from regard.data.batch import Numbers
from regard.data.instructed import InstructedTexts
from regard.data.preferred import Answered
from regard.metrics.words import WordScores
from regard.roles import Language
from regard.tasks.device import device_of
from regard.tasks.saying import Tally, said

AT_ONCE = 64
"""Rows of a batch where nothing is learned."""


@dataclass(frozen=True, kw_only=True)
class Instruct:
    """loss = −log p(y_i | x, y_<i), the mean over all words y of the answers of a batch.  Ouyang et al. (2022)."""

    validation: InstructedTexts
    smoothing: float = 0.0

    def loss(self, model: nn.Module, batch: Answered) -> Tensor:
        """The mean over the words of the answers."""
        x, wanted, _ = _taught(model, batch)
        return cast(Language[Ragged], model).head.loss(x, wanted, self.smoothing)

    def measure(self, model: nn.Module) -> dict[str, float | list[int]]:
        """Loss and perplexity of the answers; the score is the (geometric) mean probability of a word."""
        found = answer_words(model, self.validation)
        return {"score": 1 / found.perplexity, "loss": found.loss, "perplexity": found.perplexity}


@torch.no_grad()
def answer_words(model: nn.Module, texts: InstructedTexts) -> WordScores:
    """How well a model says the words of every answer, row by row; nothing is dropped."""
    model.eval()
    tally = Tally()
    places: list[Numbers] = np.array_split(np.arange(len(texts)), max(1, -(-len(texts) // AT_ONCE)))
    for each in places:
        x, wanted, owner = _taught(model, texts.batch(each))
        tally.add(each, owner, said(cast(Language[Any], model).head, x, wanted))
    return tally.scores()


def _taught(model: nn.Module, batch: Answered) -> tuple[Tensor, Tensor, Tensor]:
    """The vectors that say each word of the answers, the words, and the row that each is of."""
    batch = batch.to(device_of(model))
    lesson = batch.lesson
    asked = batch.said(lesson.rows)
    x = cast(Language[Ragged], model).vectors(lesson.tokens, lesson.rows)
    return x[asked], lesson.wanted[asked], lesson.rows.owner[asked]
