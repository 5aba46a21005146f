"""Normalisation of vectors, so that depth can be added. All work on flat tokens, where no padding exists.

n tokens of all texts end to end, d size of a vector.
"""

from collections.abc import Callable
from typing import Literal

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

Norm = Literal["layer", "rms", "batch"]


class BatchNorm(nn.Module):
    """(x − mean) / √(variance + ε) · weight + bias, per dimension, over all tokens of the batch.

    Ioffe & Szegedy (2015), algorithm 1. Evaluation, and a training batch of a single token, use the running
    statistics of training.
    """

    mean: Tensor
    variance: Tensor

    def __init__(self, width: int, momentum: float = 0.1, eps: float = 1e-5) -> None:
        super().__init__()
        self.momentum, self.eps = momentum, eps
        self.weight, self.bias = nn.Parameter(torch.ones(width)), nn.Parameter(torch.zeros(width))
        self.register_buffer("mean", torch.zeros(width))
        self.register_buffer("variance", torch.ones(width))

    def forward(self, x: Float[Tensor, "n d"]) -> Float[Tensor, "n d"]:
        """The tokens, each dimension with mean 0 and variance 1 before weight and bias."""
        by_batch = self.training and len(x) > 1
        return F.batch_norm(
            x, self.mean, self.variance, self.weight, self.bias, by_batch, momentum=self.momentum, eps=self.eps
        )


class RootNorm(nn.RMSNorm):
    """x / √(mean x² + ε) · weight, in the precision that x has.  Zhang & Sennrich (2019), equation 4."""

    def forward(self, x: Float[Tensor, "n d"]) -> Float[Tensor, "n d"]:
        """The tokens, each with a mean square of 1 before the weight."""
        return F.rms_norm(x, tuple(self.normalized_shape), self.weight.to(x.dtype), self.eps)


NORMS: dict[Norm, Callable[[int], nn.Module]] = {
    "layer": nn.LayerNorm,
    "rms": lambda width: nn.RMSNorm(width, eps=1e-6),
    "batch": BatchNorm,
}
"""Each takes the size of a vector. `layer` and `rms` see one token at a time, `batch` all tokens of a batch."""
