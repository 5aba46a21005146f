"""Absolute positions: vectors that are added to the words, or angles by which queries and keys are turned.

n tokens, d size of a vector, e size of a head.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.errors import Mistake

Position = Literal["none", "sinusoidal", "learned", "relative", "bucketed", "rotary", "alibi"]
"""How tokens know their places: by vectors of this module, or by distances (`relative.py`)."""


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


@dataclass(frozen=True)
class Stretch:
    """Slower turns for longer texts than a model was first trained on: Llama 3.1's rule.

    A pair that turns at least `fast` times within the first length keeps its rate, one that turns at most `slow` times
    is slowed down by `factor`, and between them the rate is a mean of both.
    """

    factor: float = 8.0
    slow: float = 1.0
    fast: float = 4.0
    first: int = 8192
    """Places that the model was first trained on."""

    def __call__(self, rates: Float[Tensor, " e"]) -> Float[Tensor, " e"]:
        """The rates, slowed down."""
        turns = self.first * rates / (2 * math.pi)
        kept = ((turns - self.slow) / (self.fast - self.slow)).clamp(0, 1)
        return kept * rates + (1 - kept) * rates / self.factor


class Rotary(nn.Module):
    """Place i turns each pair (x_h, x_{h+e/2}) of a query or a key by the angle i / 10000^(2h/e).

    A product of two turned vectors depends on their distance alone. Su et al. (2021), equation 34, with the halves
    of a head paired as in Llama's published weights, where the paper pairs neighbours.
    """

    rates: Tensor
    known: Tensor | None

    def __init__(self, size: int, base: float = 10000.0, stretch: Stretch | None = None, *, longest: int = 0) -> None:
        """With `longest` the angles of so many places are computed once, and there are no others."""
        super().__init__()
        if size % 2:
            raise Mistake(
                f"rotary positions turn pairs, and a head has {size} numbers; change model.heads or the width."
            )
        rates = base ** (-torch.arange(0, size, 2, dtype=torch.float64) / size)
        rates = rates if stretch is None else stretch(rates)
        self.register_buffer("rates", rates.to(torch.get_default_dtype()), persistent=False)
        known = self._angles(torch.arange(longest)) if longest else None
        self.register_buffer("known", known, persistent=False)

    def forward(self, x: Float[Tensor, "b h n e"], start: int = 0) -> Float[Tensor, "b h n e"]:
        """The vectors, turned; the first of them stands at place `start`."""
        return _turned(x, self._angles(torch.arange(start, start + x.shape[-2], device=x.device)))

    def at(self, places: Int[Tensor, "*b n"]) -> Callable[[Tensor], Tensor]:
        """What turns vectors [b, h, n, e] that stand at these places, the same in all rows or each row's own."""
        angles = self._angles(places) if self.known is None else self.known[:, places]
        return partial(_turned, angles=angles)

    def _angles(self, places: Int[Tensor, "*b n"]) -> Float[Tensor, "2 *b n e"]:
        """Cosine and sine of the angle by which each place turns each pair."""
        angle = places.to(self.rates.dtype)[..., None] * self.rates
        return torch.stack([angle.cos(), angle.sin()])


def _turned(x: Float[Tensor, "b h n e"], angles: Tensor) -> Float[Tensor, "b h n e"]:
    c, s = angles.unsqueeze(-3).to(x.dtype).unbind()
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * c - b * s, b * c + a * s], dim=-1)


def within(places: Int[Tensor, "*_"], longest: int) -> Int[Tensor, "*_"]:
    """The places, if there are vectors for all of them."""
    needed = int(places.max()) + 1
    if needed > longest:
        raise Mistake(
            f"a text takes {needed} places (CLS or END included), and this model has positions for {longest}; "
            "crop texts with text.longest, or train with a larger model.longest."
        )
    return places
