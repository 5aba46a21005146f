"""What the parts of regard ask of each other. Protocols only: a part has a role by having its methods."""

from collections.abc import Iterator
from typing import Protocol, TypeVar

from torch import Tensor, nn

Batch_contra = TypeVar("Batch_contra", contravariant=True)
Batch_co = TypeVar("Batch_co", covariant=True)


class Source(Protocol[Batch_co]):
    """Training data: an order for every epoch, a pure function of the seed, and the batches in that order."""

    def steps(self) -> int:
        """Batches in an epoch."""
        ...

    def epoch(self, epoch: int, start: int) -> Iterator[tuple[Batch_co, int]]:
        """The batches of an epoch from batch `start` on, each with its number of tokens."""
        ...


class Task(Protocol[Batch_contra]):
    """A purpose: what to minimise, and what to measure after each epoch."""

    def loss(self, model: nn.Module, batch: Batch_contra) -> Tensor:
        """What a training step makes smaller."""
        ...

    def measure(self, model: nn.Module) -> dict[str, float | list[int]]:
        """Figures on the validation part; `score` (larger is better) chooses the best epoch, `loss` breaks ties."""
        ...
