"""Saying words: a logit for each, and the loss without ever holding the logits of a whole batch.

n tokens, v words, d size of a vector.
"""

from abc import ABC, abstractmethod
from typing import Any

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

ROOM = 2**23
"""Logits that are held at a time: many, for products of large matrices are quicker, but hardly more than fit into a
processor's cache."""


class Saying(nn.Module, ABC):
    """Says words by W x + b; W is often the table that they are read from (Press & Wolf, 2017)."""

    bias: nn.Parameter | None

    @abstractmethod
    def table(self) -> Float[Tensor, "v d"]:
        """W, a row for each word."""

    def say(self, x: Float[Tensor, "*_ d"]) -> Float[Tensor, "*_ v"]:
        """A logit for each word."""
        return F.linear(x, self.table(), self.bias)

    def loss(self, x: Float[Tensor, "n d"], wanted: Int[Tensor, " n"], smoothing: float = 0.0) -> Float[Tensor, ""]:
        """The mean cross-entropy of saying the wanted words; the same as by way of `say`, and cheaper."""
        return cross_entropy(x, self.table(), self.bias, wanted, smoothing)


def cross_entropy(
    x: Float[Tensor, "n d"],
    weight: Float[Tensor, "v d"],
    bias: Float[Tensor, " v"] | None,
    wanted: Int[Tensor, " n"],
    smoothing: float = 0.0,
) -> Float[Tensor, ""]:
    """`F.cross_entropy(x Wᵀ + b, wanted, label_smoothing=smoothing)`, the mean over all tokens.

    On a processor the gradient is computed together with the loss, some tokens at a time: nearly all that is left of
    the time is that of the three products. Elsewhere, and in lower precision, torch's own does it.
    """
    alike = x.dtype == weight.dtype and not torch.is_autocast_enabled(x.device.type)
    if x.device.type == "cpu" and alike and torch.is_grad_enabled():
        return _InPieces.apply(x, weight, weight.new_zeros(len(weight)) if bias is None else bias, wanted, smoothing)
    return F.cross_entropy(F.linear(x, weight, bias), wanted, label_smoothing=smoothing)


class _InPieces(torch.autograd.Function):
    """With p = softmax(x Wᵀ + b) and target q = (1 − ε) one-hot + ε/v: loss −q·log p, gradient of the logits p − q."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, bias: Tensor, wanted: Tensor, smoothing: float) -> Tensor:
        """The mean loss; the gradients are kept for later."""
        tokens, words = len(x), len(weight)
        gradients = torch.empty_like(x), torch.zeros_like(weight), torch.zeros_like(bias)
        total = x.new_zeros((), dtype=torch.float64)
        pieces = max(1, ROOM // words)
        room = x.new_empty(min(pieces, tokens), words)
        for each, right, of_x in zip(x.split(pieces), wanted.split(pieces), gradients[0].split(pieces), strict=True):
            logits = torch.addmm(bias, each, weight.T, out=room[: len(each)])
            at = right[:, None]
            said = (1 - smoothing) * logits.gather(1, at)
            if smoothing:
                said += smoothing / words * logits.sum(-1, keepdim=True)
            largest = logits.amax(-1, keepdim=True)
            p = torch.softmax(logits, -1, out=logits)
            # log Σ exp(logits) = largest − log max p, for max p = 1 / Σ exp(logits − largest).
            total += (largest - p.amax(-1, keepdim=True).log_() - said).sum()
            p.scatter_add_(1, at, p.new_full(at.shape, smoothing - 1))
            if smoothing:
                p.sub_(smoothing / words)
            torch.mm(p, weight, out=of_x)
            gradients[1].addmm_(p.T, each)
            gradients[2].add_(p.sum(0))
        ctx.save_for_backward(*gradients)
        ctx.tokens = tokens
        return (total / tokens).to(x.dtype)

    @staticmethod
    def backward(ctx: Any, *given: Tensor) -> tuple[Tensor | None, ...]:
        """What was kept, times what comes from above."""
        scale = given[0] / ctx.tokens
        return *(gradient * scale for gradient in ctx.saved_tensors), None, None
