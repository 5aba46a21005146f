"""A batch of texts that cannot be separated from its lengths.

b texts, n tokens in all, u distinct words among them, s stretches of tokens.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy.typing import NDArray
from torch import Tensor

from regard.attention.ragged import Ragged

Numbers = np.ndarray[tuple[int], np.dtype[Any]]
Labels = Numbers | np.ndarray[tuple[int, int], np.dtype[np.float32]]
"""The class of each text, or how probable each class is."""


@dataclass(frozen=True)
class Batch:
    """Texts laid end to end, without padding, over the distinct words they are made of."""

    words: Int[Tensor, " u"]
    """Numbers of the distinct words, ascending; where words were blanked, the blank behind them."""
    tokens: Int[Tensor, " n"]
    """For each token, in reading order, its place in `words`."""
    rows: Ragged
    """Which tokens make up which text."""
    labels: Int[Tensor, " b"] | Float[Tensor, "b c"] | None = None
    """The class of each text, or how probable each class is."""

    def __len__(self) -> int:
        return len(self.rows.lengths)

    def to(self, device: torch.device) -> "Batch":
        """The same batch on another device."""
        labels = None if self.labels is None else self.labels.to(device, non_blocking=True)
        words, tokens = (part.to(device, non_blocking=True) for part in (self.words, self.tokens))
        return Batch(words, tokens, self.rows.to(device, non_blocking=True), labels)


def collate(ids: Numbers, lengths: Numbers, labels: Labels | None = None) -> Batch:
    """A batch from the token numbers of its texts, end to end, and the length of each text."""
    seen = np.zeros(int(ids.max()) + 1, dtype=bool)
    seen[ids] = True
    words = np.flatnonzero(seen)
    place = np.empty(len(seen), dtype=np.int64)
    place[words] = np.arange(len(words))
    return Batch(
        torch.from_numpy(words),
        torch.from_numpy(place[ids]),
        Ragged(torch.from_numpy(lengths.astype(np.int64))),
        None if labels is None else torch.from_numpy(labels if labels.ndim > 1 else labels.astype(np.int64)),
    )


def stretches(starts: Int[Numbers, " s"], lengths: Int[Numbers, " s"]) -> NDArray[np.int64]:
    """start, start + 1, … of each stretch, end to end."""
    ends = np.cumsum(lengths)
    return np.arange(ends[-1] if len(ends) else 0) + np.repeat(starts - (ends - lengths), lengths)
