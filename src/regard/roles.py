"""What the parts of regard ask of each other. Protocols only: a part has a role by having its methods."""

from collections.abc import Iterator
from typing import Any, Protocol, TypeVar, runtime_checkable

from torch import Tensor, nn

Batch_contra = TypeVar("Batch_contra", contravariant=True)
Batch_co = TypeVar("Batch_co", covariant=True)
Given_contra = TypeVar("Given_contra", contravariant=True)
Rows_contra = TypeVar("Rows_contra", contravariant=True)
State = TypeVar("State")


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


@runtime_checkable
class Decodable(Protocol[Given_contra, State]):
    """A model that is searched: a recurrent one keeps its state in `State`, a Transformer its keys and values."""

    @property
    def begin(self) -> int:
        """The token that every output starts from."""
        ...

    @property
    def end(self) -> int:
        """The token that ends an output."""
        ...

    @property
    def longest(self) -> int | None:
        """Tokens of the longest output that it can say, or None where there is no limit."""
        ...

    def start(self, source: Given_contra) -> State:
        """What is known before the first token, one row a source."""
        ...

    def step(self, tokens: Tensor, state: State) -> tuple[Tensor, State]:
        """Logits [n, v] of what follows the tokens [n], the latest of each row; a search may write into them."""
        ...

    def pick(self, state: State, rows: Tensor) -> State:
        """The state of these rows, which may be reordered, repeated or left out."""
        ...


@runtime_checkable
class Prompted(Protocol):
    """A model that is searched for what follows a prompt: both share its places."""

    def room(self, lengths: Tensor) -> Tensor | None:
        """Tokens [b] that may follow prompts of these lengths [b], or None where there is no limit."""
        ...


@runtime_checkable
class ManyEnds(Protocol):
    """A model that is searched, and may end what it says in several ways, as some published ones do."""

    @property
    def other_ends(self) -> tuple[int, ...]:
        """Tokens that end an output as well as `end` does."""
        ...


class Head(Protocol):
    """What says words."""

    def say(self, x: Tensor) -> Tensor:
        """Logits […, v] from vectors […, d]."""
        ...

    def loss(self, x: Tensor, wanted: Tensor, smoothing: float = 0.0) -> Tensor:
        """The mean cross-entropy of saying the words [n] that are wanted from vectors [n, d]."""
        ...


@runtime_checkable
class Language(Protocol[Rows_contra]):
    """A model of texts: at each token it says a word, the one that follows or the one that was masked."""

    @property
    def head(self) -> Head:
        """What says words."""
        ...

    def __call__(self, ids: Tensor, mask: Tensor | None = None) -> Any:
        """From token numbers [b, m] and which of them are real, logits [b, m, v]; what else it says comes with them."""
        ...

    def vectors(self, tokens: Tensor, rows: Rows_contra) -> Tensor:
        """What the head reads, [n, d], for tokens [n] of all texts end to end, which `rows` tells apart."""
        ...
