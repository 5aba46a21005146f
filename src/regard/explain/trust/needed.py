"""Whether a model needs its attention: its answers when the weights are made equal, or dealt out anew.

Jain & Wallace (2019), section 4.2.1, permute the weights; Wiegreffe & Pinter (2019), section 3.2, freeze them to equal
ones.

b texts, h heads, q queries, k keys, t texts in all, c classes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from torch import Tensor, nn

from regard.attention.watch import watching
from regard.explain.trust.deletion import Tokens
from regard.explain.trust.many import Tell, logits_of

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
    """Equal weights for all keys that a query may see: those that have any weight."""
    seen = (weights > 0).to(weights.dtype)
    return seen / seen.sum(-1, keepdim=True).clamp_min(1)


def permuted(seed: int) -> Change:
    """Weights dealt out anew among the keys that a query may see: the same deal for all queries and heads of a text."""
    dice = torch.Generator().manual_seed(seed)

    def deal(weights: Weights) -> Weights:
        seen = weights > 0
        if not bool((seen.any(-2, keepdim=True) == seen).all()):
            return _dealt(weights, seen, torch.rand(weights.shape, generator=dice))
        chance = torch.rand((len(weights), 1, 1, weights.shape[-1]), generator=dice)
        return _dealt(weights, seen[:, :1, :1], chance)

    return deal


def _dealt(weights: Weights, seen: Tensor, chance: Tensor) -> Weights:
    """Each key that is seen gets the weight of another: the i-th of them that of the i-th by chance."""
    chance = chance.to(weights.device).masked_fill(~seen, 2.0)
    place = torch.arange(weights.shape[-1], device=weights.device).expand(seen.shape)
    there = place.masked_fill(~seen, 2 * weights.shape[-1]).argsort(-1)
    moved = torch.empty_like(place).scatter_(-1, there, chance.argsort(-1))
    return weights.gather(-1, moved.expand(weights.shape))
