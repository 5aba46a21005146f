"""The network that every token goes through by itself."""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

Vectors = Float[Tensor, "*_ d"]


class FeedForward(nn.Module):
    """W₂ ReLU(W₁ x + b₁) + b₂, or with another function in ReLU's place.  Vaswani et al. (2017), equation 2.

    The function may write over what it is given, as this ReLU does.
    """

    def __init__(self, width: int, hidden: int, *, activation: Callable[[Tensor], Tensor] = torch.relu_) -> None:
        super().__init__()
        self.rise, self.fall = nn.Linear(width, hidden), nn.Linear(hidden, width)
        self.activation = activation

    def forward(self, x: Vectors) -> Vectors:
        """Widen, bend, narrow."""
        return self.fall(self.activation(self.rise(x)))


class GatedFeedForward(nn.Module):
    """W₂ (SiLU(W x) ⊙ V x), without biases.  Shazeer (2020), equation 6, SwiGLU."""

    def __init__(self, width: int, hidden: int, *, activation: Callable[[Tensor], Tensor] = F.silu) -> None:
        super().__init__()
        self.gate, self.rise = nn.Linear(width, hidden, bias=False), nn.Linear(width, hidden, bias=False)
        self.fall = nn.Linear(hidden, width, bias=False)
        self.activation = activation

    def forward(self, x: Vectors) -> Vectors:
        """Widen, let through, narrow."""
        return self.fall(self.activation(self.gate(x)) * self.rise(x))
