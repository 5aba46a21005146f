"""Prompts with two answers each as rows of tokens.

b pairs, n tokens in all.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import torch
from jaxtyping import Bool, Int
from torch import Tensor

from regard.attention.ragged import Ragged
from regard.data.batch import Numbers
from regard.data.loading import plan
from regard.data.rows import Lesson, TextBatch

Tokens = Sequence[int]


@dataclass(frozen=True)
class Answered:
    """Rows of a prompt and its answer, end to end."""

    texts: TextBatch
    prompts: Int[Tensor, " b"]
    """How many tokens of each row are its prompt's."""

    def __len__(self) -> int:
        return len(self.texts)

    @property
    def lesson(self) -> Lesson:
        """Every token of a row but its last, and what follows it."""
        return self.texts.lesson

    def said(self, rows: Ragged) -> Bool[Tensor, " n"]:
        """Which words of the lesson, whose rows are given, are the answer's: the others are only read."""
        return rows.position + 1 >= self.prompts[rows.owner]

    def to(self, device: torch.device) -> "Answered":
        """The same rows on another device."""
        return Answered(self.texts.to(device), self.prompts.to(device))


def answered(prompts: Sequence[Tokens], answers: Sequence[Tokens], longest: int = 0) -> Answered:
    """A row for each prompt and its answer; of a prompt that leaves no room for the answer, the end counts."""
    kept = [
        prompt[max(0, len(prompt) + len(answer) - longest) :] if longest else prompt
        for prompt, answer in zip(prompts, answers, strict=True)
    ]
    rows = [[*prompt, *answer] for prompt, answer in zip(kept, answers, strict=True)]
    flat = torch.tensor([token for row in rows for token in row], dtype=torch.long)
    lengths = torch.tensor([len(row) for row in rows])
    return Answered(TextBatch(flat, Ragged(lengths)), torch.tensor([len(prompt) for prompt in kept]))


@dataclass(frozen=True, kw_only=True)
class PreferredTexts:
    """Prompts, the answers that were chosen and those that were rejected, in tokens."""

    prompts: Sequence[Tokens]
    chosen: Sequence[Tokens]
    rejected: Sequence[Tokens]
    longest: int

    def __len__(self) -> int:
        return len(self.prompts)

    @property
    def lengths(self) -> Numbers:
        """Tokens of both rows of a pair."""
        each = zip(self.prompts, self.chosen, self.rejected, strict=True)
        return np.array([2 * len(prompt) + len(one) + len(other) for prompt, one, other in each])

    def batch(self, chosen: Numbers) -> Answered:
        """These pairs: first the rows with what was chosen, then as many with what was rejected."""
        places = chosen.tolist()
        prompts = [self.prompts[i] for i in places]
        answers = [self.chosen[i] for i in places] + [self.rejected[i] for i in places]
        return answered(prompts * 2, answers, self.longest)


class AnsweredTexts(Protocol):
    """Prompts with one answer or two each, in tokens."""

    def __len__(self) -> int: ...

    @property
    def lengths(self) -> Numbers:
        """Tokens of all that belongs to a prompt."""
        ...

    def batch(self, chosen: Numbers, /) -> Answered:
        """These prompts with their answers."""
        ...


@dataclass(frozen=True, kw_only=True)
class AnsweredRows:
    """Prompts and answers to learn from, so many prompts a batch."""

    texts: AnsweredTexts
    batch: int
    seed: int

    def steps(self) -> int:
        """Batches in an epoch."""
        return -(-len(self.texts) // self.batch)

    def epoch(self, epoch: int, start: int) -> Iterator[tuple[Answered, int]]:
        """The batches of an epoch from batch `start` on, each with its number of tokens."""
        order = plan(self.texts.lengths, batch=self.batch, seed=self.seed, epoch=epoch, by_length=True)
        for chosen in order[start:]:
            batch = self.texts.batch(chosen)
            yield batch, len(batch.texts.tokens)
