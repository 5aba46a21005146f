"""The attention weights of texts that are read together, as methods use them.

b texts, h heads, q tokens that look, k tokens that are looked at, those of the longest text.
"""

from contextlib import suppress
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from numpy.typing import NDArray
from torch import Tensor

from regard.attention.heads import MultiHead
from regard.attention.watch import NothingSeen, watching
from regard.errors import Mistake
from regard.explain.saying import Said
from regard.explain.together import Together

POOL = "pool"
"""The name of the attention that makes one vector of a text."""
OTHERS = "gradient-input, leave-one-out and occlusion"
"""Methods that ask for no attention."""


@dataclass(frozen=True)
class Seen:
    """Every look that a model took at the texts, in the order in which they were taken."""

    only: str
    names: list[str]
    weights: list[Float[Tensor, "b h q k"]]

    def last(self) -> Tensor:
        """The last of them, if there is any."""
        if not self.weights:
            raise Mistake(f"this model has no attention named {self.only!r}; --layer '*' shows what it has.")
        return self.weights[-1]


def seen(texts: Together, only: str = "*") -> Seen:
    """The looks of one pass over the texts, at sites of these names."""
    names: list[str] = []
    weights: list[Tensor] = []

    def keep(some: Tensor) -> Tensor:
        weights.append(some.double())
        return some[..., :0]

    with torch.no_grad(), suppress(NothingSeen), watching(texts.model, only, keep=keep) as watch:
        texts.logits()
        names = _in_turn({name: len(calls) for name, calls in watch.maps.items()})
    return Seen(only, names, weights)


def _in_turn(calls: dict[str, int]) -> list[str]:
    """Names in the order of the calls: sites that were called equally often took turns."""
    most = max(calls.values(), default=0)
    return [name for turn in range(most) for name, count in calls.items() if turn < count]


def among_themselves(texts: Together, method: str) -> list[Float[Tensor, "b h k k"]]:
    """The looks of the texts' tokens at each other, layer by layer, pooling left out."""
    found = seen(texts)
    if not found.weights:
        raise Mistake(f"this model has no attention for {method}; {OTHERS} work.")
    parts = dict(texts.model.named_modules())
    layers = [
        weights
        for name, weights in zip(found.names, found.weights, strict=True)
        if isinstance(parts.get(name), MultiHead)
    ]
    if isinstance(texts.asked, Said) or any(".cross" in name for name in found.names):
        raise Mistake(f"{method} is for models that read; this one also says words: attention, {OTHERS} work.")
    if not layers:
        raise Mistake(f"this model has no layers that look at each other for {method}; attention, {OTHERS} work.")
    return layers


def chosen_heads(weights: Float[Tensor, "b h q k"], head: int | None) -> Float[Tensor, "b q k"]:
    """The weights of one head, or the mean over all of them."""
    if head is None:
        return weights.mean(1)
    if not 0 <= head < weights.shape[1]:
        raise Mistake(f"this attention has no head {head}; it has heads 0 to {weights.shape[1] - 1}.")
    return weights[:, head]


def looked_at(texts: Together, weights: Float[Tensor, "b q k"]) -> list[NDArray[np.float64]]:
    """The weights as scores of each text's tokens, the rows as they go into the answer."""
    if weights.shape[1] == 1:
        return tokens_of(texts, weights[:, 0])
    return tokens_of(texts, (decides(texts, weights.shape[1])[:, None] @ weights)[:, 0])


def tokens_of(texts: Together, found: Float[Tensor, "b k"]) -> list[NDArray[np.float64]]:
    """Numbers as scores of each text's tokens, without those of a learned vector in front, which is no token."""
    return texts.each(texts.rows.flat(found[:, found.shape[1] - texts.rows.longest :]))


def decides(texts: Together, length: int) -> Float[Tensor, "b q"]:
    """How much of each of the last layer's vectors goes into the answer: as pooling weighs them, or one alone."""
    if pooled := seen(texts, POOL).weights:
        return pooled[-1][:, 0, 0]
    return F.one_hot(standing(texts, length), length).double()


def standing(texts: Together, length: int) -> Int[Tensor, " b"]:
    """Which of so many vectors stands for each text, where no pooling makes one of all.

    Counted from the end, that is the end of the text, or of the words that were said of each.
    """
    found = [one.asked.stands_for(one.target.place or 0) for one in texts.questions]
    said = isinstance(texts.asked, Said)
    ends = [length if said else length - texts.rows.longest + len(one.ids) for one in texts.questions]
    places = [place if place >= 0 else end + place for place, end in zip(found, ends, strict=True)]
    return torch.tensor(places).to(texts.tokens.device)
