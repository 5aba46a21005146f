"""How models that say words are asked: for the word at a place of a text, or for the next word of a translation.

b texts, n tokens of all texts end to end, v words, c choices, d size of a vector.
"""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.attention.heads import MultiHead
from regard.attention.padded import Padded
from regard.attention.ragged import Ragged
from regard.explain.asking import Vectors, read_as
from regard.layers.vocabularies import TwoVocabularies
from regard.models.bart import Bart
from regard.models.masked import Masked
from regard.roles import Language


@dataclass(frozen=True)
class Word:
    """A language model, asked for the word at a place: the one that follows it, or the one behind its mask."""

    model: nn.Module

    @property
    def looks(self) -> str | None:
        """The last layer's attention."""
        every = [name for name, part in self.model.named_modules() if isinstance(part, MultiHead)]
        return getattr(self.model, "looks", every[-1])

    def logits(
        self, tokens: Int[Tensor, " n"], rows: Ragged, places: Int[Tensor, " b"], vectors: Vectors | None = None
    ) -> Float[Tensor, "b v"]:
        """Those at the place of each text."""
        speaks = cast(Language[Ragged], self.model)
        if vectors is None:
            found = speaks.vectors(tokens, rows)
        else:
            with read_as(cast(Any, self.model).words, vectors):
                found = speaks.vectors(tokens, rows)
        return cast(Any, speaks.head).say(found[rows.starts + places])

    def vectors(self, tokens: Int[Tensor, " n"]) -> Vectors:
        """Rows of the model's table."""
        return cast(Any, self.model).words(tokens)

    def stands_for(self, place: int) -> int:
        """The token at that place."""
        return place


@dataclass(frozen=True)
class Sorted:
    """A published model of masked words that sorts texts, or tells whether their pieces follow each other."""

    model: Masked

    @property
    def looks(self) -> str | None:
        """The last layer's attention."""
        return self.model.looks

    def logits(
        self, tokens: Int[Tensor, " n"], rows: Ragged, places: Int[Tensor, " b"], vectors: Vectors | None = None
    ) -> Float[Tensor, "b c"]:
        """Those of the classes."""
        model = self.model
        if vectors is None:
            found = model.vectors(tokens, rows)
        else:
            with read_as(model.words, vectors):
                found = model.vectors(tokens, rows)
        sorts = model.pair if model.classify is None else model.classify
        assert sorts is not None, "only a model that sorts is asked for classes"
        return sorts(model.text(found, rows))

    def vectors(self, tokens: Int[Tensor, " n"]) -> Vectors:
        """Rows of the model's table."""
        return self.model.words(tokens)

    def stands_for(self, place: int) -> int:
        """The first token."""
        return 0


@dataclass(frozen=True)
class Said:
    """A model that says a text, asked for what comes after the tokens that it has said."""

    model: nn.Module
    given: tuple[int, ...]
    """BEGIN and what was said before."""
    choices: tuple[tuple[int, ...], ...]
    """Words that might be said next, each of one token or several."""

    @property
    def looks(self) -> str | None:
        """The attention from what is said to the source, of the last layer."""
        return cast(Any, self.model).aligns

    def logits(
        self, tokens: Int[Tensor, " n"], rows: Ragged, places: Int[Tensor, " b"], vectors: Vectors | None = None
    ) -> Float[Tensor, "b c"]:
        """The log p of each choice, and of all others together: p(word) is the product over its tokens.

        The first choice is asked for last, so that what it looks at is what was seen last.
        """
        source = Padded(rows.pad(tokens), rows)
        if vectors is None:
            state = cast(Any, self.model).start(source)
        else:
            with self._read_as(vectors):
                state = cast(Any, self.model).start(source)
        asked = reversed(self.choices)
        found = [self._log_probability(state, len(source), choice) for choice in asked]
        each = torch.stack(found[::-1], dim=1)
        rest = (1 - each.exp().sum(1, keepdim=True)).clamp(min=1e-300).log()
        return torch.cat([each, rest], dim=1)

    def _log_probability(self, state: Any, count: int, choice: tuple[int, ...]) -> Float[Tensor, " b"]:
        model, wanted = cast(Any, self.model), torch.tensor(choice)
        given = torch.tensor([*self.given, *choice[:-1]]).expand(count, -1)
        said = model.words.say(model.follow(given, state)[0][:, -len(choice) :]).double()
        logs = said - said.logsumexp(-1, keepdim=True)
        return logs.gather(2, wanted.expand(count, -1)[..., None])[..., 0].sum(1)

    def vectors(self, tokens: Int[Tensor, " n"]) -> Vectors:
        """Rows of the source's table."""
        words = cast(Any, self.model).words
        return words(tokens) if isinstance(self.model, Bart) else words.read_source(tokens)

    def stands_for(self, place: int) -> int:
        """The last token that was given."""
        return -1

    def _read_as(self, vectors: Vectors) -> Any:
        words = cast(Any, self.model).words
        return read_as(words, vectors) if isinstance(self.model, Bart) else _source_as(words, vectors)


@contextmanager
def _source_as(words: TwoVocabularies, vectors: Vectors) -> Generator[None]:
    """In this block, in this thread, source words have these vectors."""
    here, usual = threading.get_ident(), words.read_source

    def instead(ids: Tensor) -> Tensor:
        return vectors.view(*ids.shape, -1) if threading.get_ident() == here else usual(ids)

    vars(words)["read_source"] = instead
    try:
        yield
    finally:
        del vars(words)["read_source"]
