"""Random numbers for the tokens of many texts, end to end: new ones each time, or the same whenever a text comes.

b texts.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from jaxtyping import Int
from numpy.typing import NDArray

from regard.data.batch import Numbers, stretches


class Chance(Protocol):
    """What random numbers come from: a generator of numpy's, or `Static`."""

    def random(self, size: tuple[int, int], /) -> NDArray[np.float64]:
        """Numbers of this shape, each at least 0 and below 1."""
        ...


@dataclass(frozen=True)
class Static:
    """Chance that deals a text the same each time it comes, whatever texts come with it.

    So BERT's masks were drawn, in ten copies of its corpus (`copy` 0 to 9); RoBERTa draws new ones each time, as a
    generator does. Liu et al. (2019), section 4.1.
    """

    seed: int
    texts: Int[Numbers, " b"]
    """The number of each text in its corpus."""
    lengths: Int[Numbers, " b"]
    copy: int = 0

    def random(self, size: tuple[int, int], /) -> NDArray[np.float64]:
        """As many rows as asked for, of a number for each token of the texts."""
        places = stretches(np.zeros_like(self.lengths), self.lengths)
        drawn = np.full(1, self.seed, dtype=np.uint64)
        for part in (np.full(1, self.copy), np.repeat(self.texts, self.lengths), places, np.arange(size[0])[:, None]):
            drawn = _stirred(drawn ^ _stirred(part.astype(np.uint64)))
        return (drawn >> np.uint64(11)).astype(np.float64) * 2.0**-53


def _stirred(bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """SplitMix64: bits that look random, a function of these. Steele et al. (2014), figure 16."""
    bits = bits + np.uint64(0x9E3779B97F4A7C15)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))
