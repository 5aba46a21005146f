"""Adversarial attention: other weights, as different as can be, that give the same answer.

Jain & Wallace (2019), section 4.2.2: maximise JSD(α, α̃) over distributions α̃ on the words of one text, subject to
TVD(ŷ(α), ŷ(α̃)) ≤ ε. Here for a pooling whose answer is linear in its weights, logits = Σ α_i c_i + b, so that all texts
are searched at once without reading them again. That such weights exist for single texts does not show that a model
could be trained to use them (Wiegreffe & Pinter, 2019, section 4).

b texts, m tokens of the longest, c classes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
import torch
from jaxtyping import Bool, Float
from numpy.typing import NDArray
from torch import Tensor, nn

from regard.attention.core import normalise
from regard.attention.watch import watching
from regard.data.batch import collate
from regard.explain.cut import Tokens
from regard.tasks.device import device_of

ALIKE = 0.01
"""ε: answers no further apart than this are the same."""
STEPS = 300
RATE = 0.3
MOST = float(np.log(2))
"""The Jensen-Shannon divergence of two distributions that share no word, in nats."""


@dataclass(frozen=True)
class Adversaries:
    """For each text, how far the farthest weights that were found with the same answer are."""

    divergence: NDArray[np.float64]
    """JSD in nats; 0 where none was found."""
    distance: NDArray[np.float64]
    """TVD of the two answers."""


@dataclass(frozen=True)
class Pooling:
    """A pooling of b texts, taken apart."""

    weights: Float[Tensor, "b m"]
    parts: Float[Tensor, "b m c"]
    """What each token adds to the logits, were all the weight on it."""
    bias: Float[Tensor, "b c"]
    real: Bool[Tensor, "b m"]

    def answer(self, weights: Float[Tensor, "b m"]) -> Float[Tensor, "b c"]:
        """Probabilities, had the tokens these weights."""
        logits = (weights[..., None] * self.parts).sum(1) + self.bias
        return (logits - logits.logsumexp(-1, keepdim=True)).exp()


def pooling_of(model: nn.Module, site: str, texts: Sequence[Tokens]) -> Pooling | None:
    """The pooling named `site`, taken apart; None where it has several queries or its answer is not linear in it."""
    model.eval()
    device = device_of(model)
    lengths = np.array([len(text) for text in texts])
    batch = collate(np.concatenate(list(texts)), lengths).to(device)
    held: list[Tensor] = []

    def free(_name: str, weights: Tensor) -> Tensor:
        held.append(weights.detach().requires_grad_())
        return held[-1]

    with watching(model, site, edit=free, keep_grad=True):
        logits = cast(Tensor, model(batch))
    given = held[-1]
    if len(held) != 1 or given.shape[1:3] != (1, 1) or given.shape[-1] != int(lengths.max()):
        return None
    slopes = [torch.autograd.grad(logits[:, k].sum(), given, retain_graph=True)[0] for k in range(logits.shape[1])]
    weights, parts = given.detach()[:, 0, 0].double(), torch.stack(slopes, -1)[:, 0, 0].double()
    bias = logits.detach().double() - (weights[..., None] * parts).sum(1)
    found = Pooling(weights, parts, bias, batch.rows.mask)
    return found if _is_linear(model, site, batch, found) else None


def _is_linear(model: nn.Module, site: str, batch: object, pooling: Pooling) -> bool:
    """Whether equal weights give the answer that was foretold."""
    equal = pooling.real / pooling.real.sum(-1, keepdim=True)

    def edit(_name: str, weights: Tensor) -> Tensor:
        return equal[:, None, None].to(weights.dtype)

    with torch.no_grad(), watching(model, site, edit=edit):
        logits = cast(Tensor, model(batch)).double()
    said = (logits - logits.logsumexp(-1, keepdim=True)).exp()
    return float((said - pooling.answer(equal)).abs().max()) < 1e-3


def adversaries(pooling: Pooling, *, seed: int = 0, alike: float = ALIKE, steps: int = STEPS) -> Adversaries:
    """The farthest weights for each text: gradient ascent from random ones, of which the best allowed are kept."""
    dice = torch.Generator().manual_seed(seed)
    own, answer = pooling.weights, pooling.answer(pooling.weights)
    free = torch.randn(own.shape, generator=dice, dtype=torch.float64).to(own.device).requires_grad_()
    best, apart = torch.zeros(len(own), dtype=torch.float64), torch.zeros(len(own), dtype=torch.float64)
    search = torch.optim.Adam([free], lr=RATE)
    for step in range(steps):
        weights = normalise(free, pooling.real)
        divergence = jensen_shannon(own, weights)
        distance = (pooling.answer(weights) - answer).abs().sum(-1) / 2
        with torch.no_grad():
            better = ((distance <= alike) & (divergence > best.to(own.device))).cpu()
            best[better], apart[better] = divergence.cpu()[better], distance.cpu()[better]
        force = 10.0 * 100.0 ** (step / steps)
        loss = (force * (distance - alike / 2).clamp(min=0) - divergence).sum()
        search.zero_grad()
        loss.backward()
        search.step()
    return Adversaries(best.numpy(), apart.numpy())


def jensen_shannon(one: Float[Tensor, "b m"], other: Float[Tensor, "b m"]) -> Float[Tensor, " b"]:
    """JSD(p, q) = (KL(p, m) + KL(q, m)) / 2 with m their mean, in nats."""
    middle = (one + other) / 2
    return (_divergence(one, middle) + _divergence(other, middle)) / 2


def _divergence(one: Tensor, other: Tensor) -> Tensor:
    tiny = torch.finfo(one.dtype).tiny
    return (one * (one.clamp_min(tiny).log() - other.clamp_min(tiny).log())).sum(-1)
