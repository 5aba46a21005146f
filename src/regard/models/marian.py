"""Marian's translator: the Transformer of 2017 with the details of the published opus-mt models.

n tokens, d size of a vector.
"""

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.layers.positions import within
from regard.models.bart import Bart


class Marian(Bart):
    """BART's stacks without the norm before their first block, and with sinusoids for places.

    Junczys-Dowmunt et al. (2018); the models of Tiedemann & Thottingal (2020) read words times √d and have SiLUs.
    """

    def entrance(self, longest: int, width: int) -> nn.Module:
        """Sinusoids that are added."""
        return Waves(longest, width)


class Waves(nn.Module):
    """x + p_i, where p holds all sines, then all cosines; Vaswani et al. (2017) have them in turns."""

    vectors: Tensor

    def __init__(self, longest: int, width: int) -> None:
        super().__init__()
        i, h = torch.arange(longest, dtype=torch.float64), torch.arange(0, width, 2, dtype=torch.float64)
        angle = torch.outer(i, 10000 ** (-h / width))
        vectors = torch.cat([angle.sin(), angle.cos()], dim=1)[:, :width]
        self.register_buffer("vectors", vectors.to(torch.get_default_dtype()), persistent=False)

    def forward(self, x: Float[Tensor, "*_ n d"], places: Int[Tensor, " n"]) -> Float[Tensor, "*_ n d"]:
        """The words at their places."""
        return x + self.vectors[within(places, len(self.vectors))]
