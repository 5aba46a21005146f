"""Prompts and their answers, for the second stage of a language model.

A text is a prompt and, right behind it, an answer: a blank between them belongs to one of the two.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import astuple, dataclass, field
from typing import Generic, TypeVar


@dataclass(frozen=True, slots=True)
class Preference:
    """Two answers to a prompt, of which the first is preferred."""

    prompt: str
    chosen: str
    rejected: str
    slices: tuple[str, ...] = ()
    """Named parts of the corpus that it belongs to."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """A prompt and the answer that is wanted."""

    prompt: str
    answer: str


Kind = TypeVar("Kind", Preference, Instruction)


@dataclass(frozen=True, kw_only=True)
class Answers(Generic[Kind]):
    """Prompts with answers in three parts: learn from the first, choose on the second, report on the third."""

    name: str
    train: Sequence[Kind]
    validation: Sequence[Kind]
    test: Sequence[Kind]
    notes: tuple[str, ...] = field(default=())
    """Facts about the data that a reader of the results must know."""

    def parts(self) -> dict[str, Sequence[Kind]]:
        """The three by their names."""
        return {"train": self.train, "validation": self.validation, "test": self.test}

    def fingerprint(self) -> str:
        """A checksum of the training part, by which a run knows its data again."""
        digest = hashlib.sha256()
        for row in self.train:
            digest.update("\0".join(cell for cell in astuple(row) if isinstance(cell, str)).encode() + b"\0")
        return digest.hexdigest()

    def sizes(self) -> dict[str, int]:
        """Rows per part."""
        return {name: len(rows) for name, rows in self.parts().items()}


Preferences = Answers[Preference]
Instructions = Answers[Instruction]


def instructions_of(pairs: Preferences, *, both: bool = False) -> Instructions:
    """The chosen answers to each prompt as those that are wanted; or `both` answers, to learn what answers are like."""

    def answers(part: Sequence[Preference]) -> list[Instruction]:
        each = ([pair.chosen, pair.rejected] if both else [pair.chosen] for pair in part)
        return [Instruction(pair.prompt, answer) for pair, own in zip(part, each, strict=True) for answer in own]

    train, validation, test = (answers(part) for part in pairs.parts().values())
    return Answers(name=pairs.name, train=train, validation=validation, test=test, notes=pairs.notes)
