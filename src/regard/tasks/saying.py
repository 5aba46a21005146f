"""What models that say words have in common when they are measured.

n words that are wanted, v words in all, d size of a vector.
"""

from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from regard.data.loading import original_order
from regard.metrics.words import Numbers, WordScores
from regard.roles import Head

ROOM = 2**23
"""Logits that are held at a time."""


class Said(NamedTuple):
    """What became of the wanted words."""

    losses: Float[Tensor, " n"]
    """−log p of each."""
    right: Bool[Tensor, " n"]
    """Whether it was the most probable one."""


@torch.no_grad()
def said(head: Head, x: Float[Tensor, "n d"], wanted: Int[Tensor, " n"]) -> Said:
    """How the wanted words are said, some at a time."""
    losses: list[Tensor] = []
    right: list[Tensor] = []
    start, size = 0, 1
    while start < len(wanted):
        logits = head.say(x[start : start + size]).float()
        asked = wanted[start : start + size]
        losses.append(logits.logsumexp(-1) - logits.gather(-1, asked[:, None])[:, 0])
        right.append(logits.argmax(-1) == asked)
        start, size = start + size, max(1, ROOM // logits.shape[-1])
    return Said(torch.cat(losses), torch.cat(right))


class Tally:
    """Sums over the words of each row, batch by batch."""

    def __init__(self) -> None:
        self.rows: list[Numbers] = []
        self.sums: list[Numbers] = []

    def add(
        self, rows: Numbers, owner: Int[Tensor, " n"], found: Said, asked: Bool[Tensor, " n"] | None = None
    ) -> None:
        """The words of these rows; `owner` says which of them each word is of, `asked` which count as right."""
        counted = torch.ones_like(found.right) if asked is None else asked
        parts = (found.losses, torch.ones_like(found.losses), found.right & counted, counted)
        zeros = torch.zeros(len(rows), dtype=torch.float64, device=owner.device)
        sums = [zeros.index_add(0, owner, part.double()).cpu().numpy() for part in parts]
        self.rows.append(rows)
        self.sums.append(np.stack(sums))

    def scores(self) -> WordScores:
        """All of it, row by row in their order."""
        losses, *counts = np.concatenate(self.sums, axis=1)[:, original_order(self.rows)]
        return WordScores(losses, *(count.astype(np.int64) for count in counts))
