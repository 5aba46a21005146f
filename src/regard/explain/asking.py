"""How a model is asked: from the tokens of texts, or from vectors in their place, to the logits that are explained.

b texts, n tokens of all texts end to end, m tokens of one, c labels or words, d size of a vector.
"""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, cast

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.attention.ragged import Ragged
from regard.data.batch import Batch
from regard.models.finetuned import Finetuned

Vectors = Float[Tensor, "n d"]


class Asked(Protocol):
    """What stands between a question and a model."""

    @property
    def model(self) -> nn.Module:
        """The module itself, to be watched."""
        ...

    @property
    def looks(self) -> str | None:
        """The name of the attention that the answer rests on; None for a model without."""
        ...

    def logits(
        self, tokens: Int[Tensor, " n"], rows: Ragged, places: Int[Tensor, " b"], vectors: Vectors | None = None
    ) -> Float[Tensor, "b c"]:
        """The logits of each text; with vectors, as if these were those of the tokens."""
        ...

    def vectors(self, tokens: Int[Tensor, " n"]) -> Vectors:
        """The word vectors that the tokens are read as."""
        ...

    def stands_for(self, place: int) -> int:
        """Which of a text's last vectors the answer is made of, where no pooling makes one of all."""
        ...


@dataclass(frozen=True)
class Verdict:
    """A classifier, asked for its labels."""

    model: nn.Module

    @property
    def looks(self) -> str | None:
        """The attention that the model says its verdict rests on."""
        return getattr(self.model, "looks", None)

    def logits(
        self, tokens: Int[Tensor, " n"], rows: Ragged, places: Int[Tensor, " b"], vectors: Vectors | None = None
    ) -> Float[Tensor, "b c"]:
        """A row for each text."""
        if vectors is not None:
            with read_as(self._entrance, vectors):
                return self.model(Batch(tokens, torch.arange(len(tokens), device=tokens.device), rows))
        words, each = tokens.unique(return_inverse=True)
        return self.model(Batch(words, each, rows))

    def vectors(self, tokens: Int[Tensor, " n"]) -> Vectors:
        """Rows of the model's table."""
        return self._entrance(tokens)

    def stands_for(self, place: int) -> int:
        """The first, or the last where a model of the next word reads."""
        return -1 if isinstance(self.model, Finetuned) and self.model.pooling == "last" else 0

    @property
    def _entrance(self) -> nn.Module:
        return cast(Any, self.model).body.words if isinstance(self.model, Finetuned) else cast(Any, self.model).embed


@contextmanager
def read_as(entrance: nn.Module, vectors: Vectors) -> Generator[None]:
    """In this block, in this thread, a table of words gives these vectors, whatever it is asked for."""
    here = threading.get_ident()

    def instead(_module: nn.Module, _given: Any, found: Tensor) -> Tensor:
        return vectors.view_as(found) if threading.get_ident() == here else found

    handle = entrance.register_forward_hook(instead)
    try:
        yield
    finally:
        handle.remove()
