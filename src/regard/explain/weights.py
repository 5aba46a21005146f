"""The attention weights of one text, as methods use them.

h heads, q tokens that look, k tokens that are looked at, n tokens of the text.
"""

from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from regard.attention.ragged import Ragged
from regard.attention.watch import NothingSeen, watching
from regard.errors import Mistake
from regard.explain.question import Question
from regard.tasks.device import device_of

POOL = "pool"
"""The name of the attention that makes one vector of a text."""
OTHERS = "gradient-input, leave-one-out or occlusion"
"""Methods that ask for no attention."""


@dataclass(frozen=True)
class Seen:
    """Every look that a model took at a text, in the order in which they were taken."""

    names: list[str]
    weights: list[Tensor]
    """[h, q, k]."""

    def of(self, only: str) -> list[Tensor]:
        """Those of the sites whose name matches."""
        found = [weights for name, weights in zip(self.names, self.weights, strict=True) if fnmatchcase(name, only)]
        if not found:
            sites = ", ".join(dict.fromkeys(self.names))
            raise Mistake(f"this model has no attention named {only!r}; --layer may be {sites}.")
        return found


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

    with torch.no_grad(), suppress(NothingSeen), watching(question.model, only, keep=keep) as watch:
        question.asked.logits(tokens, rows, at.to(place))
        names = _in_turn({name: len(calls) for name, calls in watch.maps.items()})
    return Seen(names, weights)


def _in_turn(calls: dict[str, int]) -> list[str]:
    """Names in the order of the calls: sites that were called equally often took turns."""
    most = max(calls.values(), default=0)
    return [name for turn in range(most) for name, count in calls.items() if turn < count]


def chosen_heads(weights: Tensor, head: int | None) -> Tensor:
    """The weights [q, k] of one head, or the mean over all of them."""
    if head is None:
        return weights.mean(0)
    if not 0 <= head < len(weights):
        raise Mistake(f"this attention has no head {head}; it has heads 0 to {len(weights) - 1}.")
    return weights[head]


def looked_at(question: Question, weights: Tensor) -> NDArray[np.float64]:
    """The weights [q, k] as scores [n]: the rows as they go into the answer, without columns that are no token."""
    found = weights[0] if len(weights) == 1 else decides(question, len(weights)) @ weights
    return found.numpy()[len(found) - len(question.ids) :]


def decides(question: Question, length: int) -> Tensor:
    """How much of each of the last layer's vectors goes into the answer: as pooling weighs them, or one alone."""
    if pooled := seen(question, POOL).weights:
        return pooled[-1][0, 0]
    shares = torch.zeros(length, dtype=torch.float64)
    shares[question.asked.stands_for(question.target.place or 0)] = 1.0
    return shares
