"""Maps of many cells as small images: blue above zero, orange below, clear at none, so that any page shows through."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from regard.views.facts.findings import extent
from regard.views.figures.colours import BLUE, ORANGE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STEPS = 40
"""Steps of opacity: more could not be told apart, and would make the file larger."""


@dataclass(frozen=True)
class Scale:
    """Which value is clear, and which is full blue or full orange."""

    clear: float
    full: float

    @property
    def both(self) -> bool:
        """Whether it goes both ways from zero."""
        return self.clear == 0 < self.full

    def strength(self, values: list[list[float]]) -> NDArray[np.float64]:
        """Each value between −1 (full orange) and 1 (full blue); what is no number is clear."""
        way = self.full - self.clear
        found = (np.array(values, dtype=float) - self.clear) / (abs(way) or 1.0)
        return np.nan_to_num(found, posinf=0.0, neginf=0.0).clip(-1, 1)


def scale_of(values: list[list[float]]) -> Scale:
    """Centred at zero where there are values of both signs; else from the value nearest to zero to the farthest."""
    low, high = extent(values)
    if low < 0 < high:
        return Scale(0.0, max(-low, high))
    return Scale(low, high) if low >= 0 else Scale(high, low)


def painted(strength: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Strengths as colours, the stronger the more opaque."""
    blue, orange = (np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) for colour in (BLUE, ORANGE))
    opaque = np.round(np.abs(strength) * STEPS) / STEPS * 255
    colours = np.where((strength >= 0)[..., None], blue, orange)
    return np.concatenate([colours, opaque[..., None]], axis=-1).round().astype(np.uint8)


def lay(axes: "Axes", strength: NDArray[np.float64], **look: Any) -> None:
    """The image of the strengths, cell by cell, without smoothing."""
    axes.imshow(painted(strength), interpolation="none", aspect="auto", **look)
