"""Modules that read documents of sentences, token numbers [b, sentences, n]: hierarchical attention."""

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn

from regard.doctor.adapted import Adapted


class OfDocuments(Adapted):
    """A module of documents as one of texts: a text is the first of two sentences, and the second is much like it.

    So both are padded alike; they differ by a word, since of two equal sentences it does not matter which is looked at.
    """

    def __init__(self, inner: nn.Module, example: Mapping[str, Any]) -> None:
        super().__init__(inner)
        self.within = [name for name, value in example.items() if _is_of_sentences(value, _sizes(example))]

    def forward(self, **given: Any) -> Any:
        """What the module makes of the documents."""
        doubled = {name: torch.stack([given[name], _like(given[name])], 1) for name in self.within if name in given}
        return self.inner(**(given | doubled))


def _like(sentences: Tensor) -> Tensor:
    """The same sentences, their first word once more the second; lengths as they are."""
    return sentences if sentences.ndim < 2 else torch.cat([sentences[:, 1:2], sentences[:, 1:]], 1)


def holds_documents(example: Mapping[str, Any]) -> bool:
    """Whether token numbers of an example come by sentences."""
    return bool(_sizes(example))


def first_sentences(example: Mapping[str, Any]) -> dict[str, Any]:
    """The example of a module of texts: the first sentence of each document."""
    sizes = _sizes(example)
    return {name: value[:, 0] if _is_of_sentences(value, sizes) else value for name, value in example.items()}


def _sizes(example: Mapping[str, Any]) -> tuple[int, ...]:
    """Documents and sentences of each, where there are token numbers of three dimensions."""
    for value in example.values():
        if isinstance(value, Tensor) and value.ndim == 3 and value.dtype in (torch.long, torch.int) and value.max() > 1:
            return tuple(value.shape[:2])
    return ()


def _is_of_sentences(value: Any, sizes: tuple[int, ...]) -> bool:
    """Whether a tensor holds something for each sentence: its words, their mask, or its length."""
    return isinstance(value, Tensor) and value.ndim > 1 and tuple(value.shape[:2]) == sizes
