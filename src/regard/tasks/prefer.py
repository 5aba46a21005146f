"""Which of two answers is preferred: a reward that is learned, or a language model that is its own reward.

b pairs, r rows of a prompt and an answer, n words of answers.
"""

from dataclasses import dataclass
from typing import Any, Protocol, cast

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.attention.ragged import Ragged
from regard.data.batch import Numbers
from regard.data.preferred import Answered, PreferredTexts
from regard.roles import Language
from regard.tasks.device import device_of

AT_ONCE = 64
"""Pairs of a batch where nothing is learned."""


class Judging(Protocol):
    """A model that has one number for a text."""

    classify: nn.Module
    drop: nn.Module

    def text(self, tokens: Int[Tensor, " n"], rows: Ragged) -> Float[Tensor, "r d"]:
        """The vector of each text."""
        ...


def bradley_terry(margin: Float[Tensor, " b"]) -> Float[Tensor, ""]:
    """−log σ(r(x, y_w) − r(x, y_l)), the mean over pairs.  Bradley & Terry (1952)."""
    return -F.logsigmoid(margin).mean()


def log_probabilities(model: nn.Module, batch: Answered) -> Float[Tensor, " r"]:
    """Of each row log p(y | x), the sum over the words of its answer alone."""
    lesson = batch.lesson
    asked = batch.said(lesson.rows)
    language = cast(Language[Ragged], model)
    logits = language.head.say(language.vectors(lesson.tokens, lesson.rows)[asked]).float()
    each = logits.gather(-1, lesson.wanted[asked][:, None])[:, 0] - logits.logsumexp(-1)
    return each.new_zeros(len(batch)).index_add(0, lesson.rows.owner[asked], each)


@dataclass(frozen=True, kw_only=True)
class Reward:
    """loss = −log σ(r(x, y_w) − r(x, y_l)), with r a number that a head reads off a language model."""

    validation: PreferredTexts

    def margins(self, model: nn.Module, batch: Answered) -> Float[Tensor, " b"]:
        """How much more the chosen answers are worth."""
        batch, judge = batch.to(device_of(model)), cast(Judging, model)
        worth = judge.classify(judge.drop(judge.text(batch.texts.tokens, batch.texts.rows)))[:, 0]
        chosen, rejected = worth.chunk(2)
        return chosen - rejected

    def loss(self, model: nn.Module, batch: Answered) -> Tensor:
        """The mean over the pairs of the batch."""
        return bradley_terry(self.margins(model, batch))

    def measure(self, model: nn.Module) -> dict[str, float | list[int]]:
        """Loss, and as score the share of the pairs in which the chosen answer is worth more."""
        return _measured(margins_of(self, model, self.validation))


@dataclass(frozen=True, kw_only=True)
class DirectPreference:
    """loss = −log σ(β log π(y_w|x)/π_ref(y_w|x) − β log π(y_l|x)/π_ref(y_l|x)).  Rafailov et al. (2023), equation 7.

    The difference also grows when both probabilities fall, the rejected one's faster, until a model says neither. With
    `imitation`, α · −log π(y_w|x) / |y_w| is added, which keeps the chosen answers probable (Pang et al., 2024,
    equation 2).
    """

    validation: PreferredTexts
    reference: nn.Module
    """π_ref, which never learns."""
    beta: float = 0.1
    imitation: float = 0.0
    """α."""

    def margins(self, model: nn.Module, batch: Answered) -> Float[Tensor, " b"]:
        """How much more the chosen answers are worth: r(x, y) = β log π(y|x)/π_ref(y|x)."""
        batch = batch.to(device_of(model))
        return self._margins(log_probabilities(model, batch), batch)

    def loss(self, model: nn.Module, batch: Answered) -> Tensor:
        """The mean over the pairs of the batch."""
        batch = batch.to(device_of(model))
        own = log_probabilities(model, batch)
        loss = bradley_terry(self._margins(own, batch))
        if not self.imitation:
            return loss
        words = (batch.texts.rows.lengths - batch.prompts).chunk(2)[0]
        return loss - self.imitation * (own.chunk(2)[0] / words).mean()

    def _margins(self, own: Float[Tensor, " r"], batch: Answered) -> Float[Tensor, " b"]:
        with torch.no_grad():
            before = log_probabilities(self.reference, batch)
        chosen, rejected = (own - before).chunk(2)
        return self.beta * (chosen - rejected)

    def measure(self, model: nn.Module) -> dict[str, float | list[int]]:
        """Loss, and as score the share of the pairs in which the chosen answer is worth more."""
        return _measured(margins_of(self, model, self.validation))


@torch.no_grad()
def margins_of(task: Reward | DirectPreference, model: nn.Module, texts: PreferredTexts) -> np.ndarray[Any, Any]:
    """The margin of every pair, in order; nothing is dropped."""
    model.eval()
    places: list[Numbers] = np.array_split(np.arange(len(texts)), max(1, -(-len(texts) // AT_ONCE)))
    return np.concatenate([task.margins(model, texts.batch(each)).double().cpu().numpy() for each in places])


def _measured(margins: np.ndarray[Any, Any]) -> dict[str, float | list[int]]:
    loss = float(np.logaddexp(0.0, -margins).mean())
    return {"score": float((margins > 0).mean()), "loss": loss}
