"""What a training gives: its events, and at its end a run."""

from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic

from typing_extensions import TypeVar

from regard.results import Epoch
from regard.runs.labels.measure import Measured
from regard.runs.recipe import Recipe
from regard.training.loop import Step

M = TypeVar("M", default=Measured)


@dataclass(frozen=True, kw_only=True)
class Trained(Generic[M]):
    """A finished run, with what was measured when it ended."""

    folder: Path
    recipe: Recipe
    seconds: float
    tokens_per_second: float
    parameters: int
    epochs: list[Epoch]
    validation: M
    test: M
    notes: tuple[str, ...]
    sizes: dict[str, int]
    """Examples per part of the corpus."""
    corpus: str
    """Its name."""


Events = Generator[Step | Epoch, None, Trained[Any]]
"""A training, event by event, and at its end the run."""
