"""A model whose right explanation is known: the answer is a sum over its words."""

from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor, nn

from regard.attention.ragged import Ragged
from regard.explain.question import Question
from regard.explain.target import Target

HOLE = 0


@dataclass(frozen=True)
class Linear:
    """logits = (Σ w_token, 0): a word's worth is its weight; token 0 is worth nothing."""

    weights: Tensor
    model: nn.Module = field(default_factory=lambda: nn.Linear(1, 1))
    looks: str | None = None

    def logits(self, tokens: Tensor, rows: Ragged, places: Tensor, vectors: Tensor | None = None) -> Tensor:
        sums = torch.zeros(len(rows.lengths), dtype=torch.float64).index_add_(0, rows.owner, self.weights[tokens])
        return torch.stack([sums, torch.zeros_like(sums)], 1)

    def vectors(self, tokens: Tensor) -> Tensor:
        return self.weights[tokens][:, None]

    def decides(self, length: int, place: int | None, pooled: Tensor | None) -> Tensor:
        return torch.full((length,), 1 / length)


def asked(worth: list[float], *, probability: bool = False, hole: int | None = HOLE) -> Question:
    """A question about a text of so many words, each a token of its own, with these worths."""
    ids = list(range(1, len(worth) + 1))
    text = " ".join(f"w{i}" for i in ids)
    ends = np.cumsum([len(word) + 1 for word in text.split()]) - 1
    spans = [(int(end) - len(word), int(end)) for end, word in zip(ends, text.split(), strict=True)]
    return Question(
        asked=Linear(torch.tensor([0.0, *worth], dtype=torch.float64)),
        text=text,
        ids=ids,
        spans=spans,
        groups=[[place] for place in range(len(ids))],
        target=Target(0, "yes") if probability else Target(0, "yes", 1, "no"),
        hole=hole,
        nothing=[HOLE],
    )
