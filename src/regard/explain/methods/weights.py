"""The attention weights of one text, as methods use them.

h heads, q tokens that look, k tokens that are looked at, n tokens of the text.
"""

from contextlib import suppress
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from regard.attention.heads import MultiHead
from regard.attention.ragged import Ragged
from regard.attention.watch import NothingSeen, watching
from regard.errors import Mistake
from regard.explain.question import Question
from regard.explain.saying import Said
from regard.tasks.device import device_of

POOL = "pool"
"""The name of the attention that makes one vector of a text."""
OTHERS = "gradient-input, leave-one-out and occlusion"
"""Methods that ask for no attention."""


@dataclass(frozen=True)
class Seen:
    """Every look that a model took at a text, in the order in which they were taken."""

    only: str
    names: list[str]
    weights: list[Tensor]
    """[h, q, k]."""

    def last(self) -> Tensor:
        """The last of them, if there is any."""
        if not self.weights:
            raise Mistake(f"this model has no attention named {self.only!r}; --layer '*' shows what it has.")
        return self.weights[-1]


def seen(question: Question, only: str = "*") -> Seen:
    """The looks of one pass over the text, at sites of these names."""
    names: list[str] = []
    weights: list[Tensor] = []
    place = device_of(question.model)
    tokens = torch.tensor(question.ids, device=place)
    rows, at = Ragged(torch.tensor([len(tokens)], device=place)), torch.tensor([question.target.place or 0])

    def keep(some: Tensor) -> Tensor:
        weights.append(some[0].double().cpu())
        return some[..., :0]

    question.model.eval()
    with torch.no_grad(), suppress(NothingSeen), watching(question.model, only, keep=keep) as watch:
        question.asked.logits(tokens, rows, at.to(place))
        names = _in_turn({name: len(calls) for name, calls in watch.maps.items()})
    return Seen(only, names, weights)


def _in_turn(calls: dict[str, int]) -> list[str]:
    """Names in the order of the calls: sites that were called equally often took turns."""
    most = max(calls.values(), default=0)
    return [name for turn in range(most) for name, count in calls.items() if turn < count]


def among_themselves(question: Question, method: str) -> list[Tensor]:
    """The looks [h, n, n] of the text's tokens at each other, layer by layer, pooling left out."""
    found = seen(question)
    if not found.weights:
        raise Mistake(f"this model has no attention for {method}; {OTHERS} work.")
    parts = dict(question.model.named_modules())
    layers = [
        weights
        for name, weights in zip(found.names, found.weights, strict=True)
        if isinstance(parts.get(name), MultiHead)
    ]
    if isinstance(question.asked, Said) or any(".cross" in name for name in found.names):
        raise Mistake(f"{method} is for models that read; this one also says words: attention, {OTHERS} work.")
    if not layers:
        raise Mistake(f"this model has no layers that look at each other for {method}; attention, {OTHERS} work.")
    return layers


def chosen_heads(weights: Tensor, head: int | None) -> Tensor:
    """The weights [q, k] of one head, or the mean over all of them."""
    if head is None:
        return weights.mean(0)
    if not 0 <= head < len(weights):
        raise Mistake(f"this attention has no head {head}; it has heads 0 to {len(weights) - 1}.")
    return weights[head]


def looked_at(question: Question, weights: Tensor) -> NDArray[np.float64]:
    """The weights [q, k] as scores [n], the rows as they go into the answer."""
    return tokens_of(question, weights[0] if len(weights) == 1 else decides(question, len(weights)) @ weights)


def tokens_of(question: Question, found: Tensor) -> NDArray[np.float64]:
    """Numbers [k] as scores [n], without those of a learned vector in front, which is no token of the text."""
    return found.numpy()[len(found) - len(question.ids) :]


def decides(question: Question, length: int) -> Tensor:
    """How much of each of the last layer's vectors goes into the answer: as pooling weighs them, or one alone."""
    if pooled := seen(question, POOL).weights:
        return pooled[-1][0, 0]
    shares = torch.zeros(length, dtype=torch.float64)
    shares[question.asked.stands_for(question.target.place or 0)] = 1.0
    return shares
