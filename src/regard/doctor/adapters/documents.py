"""Modules that read documents of sentences, token numbers [b, sentences, n]: hierarchical attention."""

import copy
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn

from regard.doctor.adapters.adapted import Adapted
from regard.doctor.inputs.layout import Layout

SENTENCES = 2
"""Of each document."""


class OfDocuments(Adapted):
    """A module of documents as one of texts: a text is the first of two sentences, and the second is much like it.

    So both are padded alike; they differ by a word, since of two equal sentences it does not matter which is looked at.
    """

    def __init__(self, inner: nn.Module, example: Mapping[str, Any]) -> None:
        super().__init__(inner)
        self.within = [name for name, value in example.items() if _is_of_sentences(value, _sizes(example))]
        self.shows_empty = any(_has_empty(example[name]) for name in self.within)
        """Whether there are sentences without words in the example, so that such are meant to come."""
        self.empty: Mapping[str, float] = {}
        """What a third sentence holds that has no words, by argument; there is none where nothing is said here."""

    def forward(self, **given: Any) -> Any:
        """What the module makes of the documents."""
        doubled: dict[str, Tensor] = {}
        for name in (each for each in self.within if each in given):
            one = given[name]
            third = [torch.full_like(one, self.empty[name])] if name in self.empty else []
            doubled[name] = torch.stack([one, _like(one), *third], 1)
        return self.inner(**(given | doubled))


def beside_an_empty_sentence(module: nn.Module, layout: Layout) -> OfDocuments | None:
    """The module with a sentence without words behind the others, where padding alone says that it has none."""
    said = [argument for argument in layout.of("mask", "lengths") if not argument.causal]
    if not isinstance(module, OfDocuments) or not module.shows_empty:
        return None
    if any(argument.name not in module.within for argument in said):
        return None
    if not said and layout.pad is None:
        return None
    empty = {a.name: 0.0 if layout.pad is None else float(layout.pad) for a in layout.of("ids")}
    empty |= {a.name: a.hidden if a.role == "mask" else 0.0 for a in said}
    other = copy.copy(module)
    other.empty = empty
    return other


def _has_empty(sentences: Tensor) -> bool:
    """Whether some of the sentences, not all, hold one token alone, again and again."""
    empty = (sentences == sentences[..., :1]).all(-1) if sentences.ndim == 3 and sentences.shape[-1] > 2 else None
    return empty is not None and bool(empty.any()) and not bool(empty.all())


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
