"""A finished run, measured on a part of a corpus."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from regard.errors import Mistake

M = TypeVar("M")


@dataclass(frozen=True)
class Evaluation(Generic[M]):
    """What was measured, and on what."""

    corpus: str
    split: str
    measured: M


def unknown_part(corpus: str, split: str, known: Iterable[str]) -> Mistake:
    """A part that a corpus does not have, with those that it has."""
    return Mistake(f"{corpus} has no part {split!r}; --split may be {', '.join(known)}.")
