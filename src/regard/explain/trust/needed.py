"""Whether a model needs its attention: its answers when the weights are made equal, or dealt out anew.

Jain & Wallace (2019), section 4.2.1, permute the weights; Wiegreffe & Pinter (2019), section 3.2, freeze them to equal
ones.

b texts, h heads, q queries, k keys, t texts in all, c classes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Float
from numpy.typing import NDArray
from torch import Tensor, nn

from regard.attention.watch import watching
from regard.explain.cut import Tokens
from regard.explain.reading import Tell
from regard.explain.trust.many import logits_of

Weights = Float[Tensor, "b h q k"]
Change = Callable[[Weights], Weights]


@dataclass(frozen=True)
class Answers:
    """What a model says of t texts."""

    probabilities: NDArray[np.float64]
    """[t, c]."""

    @property
    def labels(self) -> NDArray[np.int64]:
        """The most probable class of each text."""
        return self.probabilities.argmax(1)

    def changed(self, others: "Answers") -> NDArray[np.bool_]:
        """For which texts another label is given."""
        return self.labels != others.labels

    def distance(self, others: "Answers") -> NDArray[np.float64]:
        """Total variation of each pair of answers: half of the sum of differences, from 0 to 1."""
        return np.abs(self.probabilities - others.probabilities).sum(1) / 2


def answers(
    model: nn.Module,
    texts: Sequence[Tokens],
    *,
    half: bool = False,
    only: str = "",
    change: Change | None = None,
    tell: Tell = lambda share: None,
) -> Answers:
    """What the model says, with the weights of the attentions named `only` changed where a change is given."""
    if change is None:
        logits = logits_of(model, texts, half=half, tell=tell)
    else:
        with watching(model, only, edit=lambda name, weights: change(weights), keep=lambda weights: weights[..., :0]):
            logits = logits_of(model, texts, half=half, watched=True, tell=tell)
    return Answers((logits - logits.logsumexp(-1, keepdim=True)).exp().numpy())


def uniform(weights: Weights) -> Weights:
    """Equal weights for all keys that a query may see."""
    seen = in_sight(weights).to(weights.dtype).expand(weights.shape)
    return seen / seen.sum(-1, keepdim=True).clamp_min(1)


def permuted(seed: int) -> Change:
    """Weights dealt out anew among the keys that a query may see: the same deal for all heads of a text.

    And for all its queries, where they see the same keys.
    """
    dice: dict[torch.device, torch.Generator] = {}

    def deal(weights: Weights) -> Weights:
        own = dice.setdefault(weights.device, torch.Generator(weights.device).manual_seed(seed))
        seen = in_sight(weights)
        return _dealt(weights, seen, torch.rand(seen.shape, generator=own, device=weights.device))

    return deal


def in_sight(weights: Weights) -> Bool[Tensor, "b 1 #q k"]:
    """Which keys a query may see, told by weights: those that any query of its text sees.

    Up to its own, where none looks ahead. That a single weight is zero says nothing: small ones are.
    """
    seen, ahead = weights > 0, weights.shape[-1] - weights.shape[-2]
    keys = seen.any(1, keepdim=True).any(2, keepdim=True)
    return keys if seen.triu(ahead + 1).any() else keys & torch.ones_like(seen[:1, :1]).tril(ahead)


def _dealt(weights: Weights, seen: Bool[Tensor, "b 1 #q k"], chance: Float[Tensor, "b 1 #q k"]) -> Weights:
    """Each key that is seen gets the weight of another: the i-th of them that of the i-th by chance."""
    chance = chance.masked_fill(~seen, 2.0)
    place = torch.arange(weights.shape[-1], device=weights.device).expand(seen.shape)
    there = place.masked_fill(~seen, 2 * weights.shape[-1]).argsort(-1)
    moved = torch.empty_like(place).scatter_(-1, there, chance.argsort(-1))
    return weights.gather(-1, moved.expand(weights.shape))
