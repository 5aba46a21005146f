"""Models to search in: small enough to try every output, and at random."""

from dataclasses import dataclass

import torch
from torch import Tensor

from regard.attention.padded import Padded, side_by_side

BEGIN, END, WORDS = 1, 2, 5
SAYABLE = [word for word in range(WORDS) if word not in (BEGIN, END)]


@dataclass
class Chaotic:
    """What follows depends on the source and on every token so far: h ← tanh(A h + B_y), logits C h.

    Counts the rows that it was asked about.
    """

    seed: int
    longest: int | None = None
    begin: int = BEGIN
    end: int = END
    rows: int = 0

    def __post_init__(self) -> None:
        dice = torch.Generator().manual_seed(self.seed)
        self.A, self.B, self.C = (
            torch.randn(shape, generator=dice, dtype=torch.float64) for shape in ((6, 6), (9, 6), (WORDS, 6))
        )

    def start(self, source: Padded) -> Tensor:
        return torch.stack([self.B[text[:n]].sum(0) for text, n in zip(source.ids, source.rows.lengths, strict=True)])

    def step(self, tokens: Tensor, state: Tensor) -> tuple[Tensor, Tensor]:
        self.rows += len(tokens)
        state = torch.tanh(state @ self.A + self.B[tokens])
        return 1.5 * state @ self.C.T, state

    def pick(self, state: Tensor, rows: Tensor) -> Tensor:
        return state[rows]


SOURCES = side_by_side([[3, 5, 7], [4], [6, 3]])


def log_p(model: Chaotic, source: Padded, tokens: tuple[int, ...]) -> float:
    """log p(tokens, END | source), one factor at a time; the source is a single one."""
    state, total = model.start(source), 0.0
    for given, said in zip((model.begin, *tokens), (*tokens, model.end), strict=True):
        logits, state = model.step(torch.tensor([given]), state)
        total += float(logits[0, said] - logits[0].exp().sum().log())
    return total


def one_by_one(sources: Padded) -> list[Padded]:
    return [sources.pick(torch.tensor([row])) for row in range(len(sources))]
