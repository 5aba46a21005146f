"""Prompts with the answers that are wanted, as rows of tokens."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from regard.data.batch import Numbers
from regard.data.preferred import Answered, Tokens, answered


@dataclass(frozen=True, kw_only=True)
class InstructedTexts:
    """Prompts and their answers in tokens, END behind each."""

    prompts: Sequence[Tokens]
    answers: Sequence[Tokens]
    longest: int

    def __len__(self) -> int:
        return len(self.prompts)

    @property
    def lengths(self) -> Numbers:
        """Tokens of each row."""
        each = zip(self.prompts, self.answers, strict=True)
        return np.array([len(prompt) + len(answer) for prompt, answer in each])

    def batch(self, chosen: Numbers) -> Answered:
        """These rows."""
        places = chosen.tolist()
        return answered([self.prompts[i] for i in places], [self.answers[i] for i in places], self.longest)
