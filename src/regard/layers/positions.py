"""Absolute positions: vectors that are added to the words, or angles by which queries and keys are turned.

n tokens, d size of a vector, e size of a head.
"""

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.errors import Mistake


class Sinusoidal(nn.Module):
    """pe_ih = sin(i / 10000^(h/d)) for even h, cos(i / 10000^((h−1)/d)) for odd h; i and h count from 0.

    Vaswani et al. (2017), section 3.5. Computed once, for texts of at most `longest` tokens.
    """

    vectors: Tensor

    def __init__(self, longest: int, width: int) -> None:
        super().__init__()
        i, h = torch.arange(longest, dtype=torch.float64)[:, None], torch.arange(width)
        angle = i / 10000 ** ((h - h % 2) / width)
        vectors = torch.where(h % 2 == 0, angle.sin(), angle.cos())
        self.register_buffer("vectors", vectors.to(torch.get_default_dtype()), persistent=False)

    def forward(self, places: Int[Tensor, " n"]) -> Float[Tensor, "n d"]:
        """The vector of each place."""
        return self.vectors[within(places, len(self.vectors))]


class Learned(nn.Module):
    """A vector for each of the first `longest` places, learned from the sinusoids on.

    They are kept eight times as large as they are added, so that Adam, which moves all numbers alike, moves them an
    eighth as far: heads that look for a place must find it where it was.
    """

    SLOWLY = 8.0

    def __init__(self, longest: int, width: int) -> None:
        super().__init__()
        self.vectors = nn.Parameter(self.SLOWLY * Sinusoidal(longest, width).vectors)

    def forward(self, places: Int[Tensor, " n"]) -> Float[Tensor, "n d"]:
        """The vector of each place."""
        return F.embedding(within(places, len(self.vectors)), self.vectors) / self.SLOWLY


class Rotary(nn.Module):
    """Place i turns each pair (x_h, x_{h+e/2}) of a query or a key by the angle i / 10000^(2h/e).

    A product of two turned vectors depends on their distance alone. Su et al. (2021), equation 34, with the halves
    of a head paired as in Llama's published weights, where the paper pairs neighbours.
    """

    rates: Tensor

    def __init__(self, size: int, base: float = 10000.0) -> None:
        super().__init__()
        if size % 2:
            raise Mistake(
                f"rotary positions turn pairs, and a head has {size} numbers; change model.heads or the width."
            )
        rates = base ** (-torch.arange(0, size, 2, dtype=torch.float64) / size)
        self.register_buffer("rates", rates.to(torch.get_default_dtype()), persistent=False)

    def forward(self, x: Float[Tensor, "b h n e"], start: int = 0) -> Float[Tensor, "b h n e"]:
        """The vectors, turned; the first of them stands at place `start`."""
        places = torch.arange(start, start + x.shape[-2], device=x.device, dtype=self.rates.dtype)
        angle = torch.outer(places, self.rates)
        cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
        a, b = x.chunk(2, dim=-1)
        return torch.cat([a * cos - b * sin, b * cos + a * sin], dim=-1)


def within(places: Int[Tensor, "*_"], longest: int) -> Int[Tensor, "*_"]:
    """The places, if there are vectors for all of them."""
    needed = int(places.max()) + 1
    if needed > longest:
        raise Mistake(
            f"a text takes {needed} places (CLS or END included), and this model has positions for {longest}; "
            "crop texts with text.longest, or train with a larger model.longest."
        )
    return places
