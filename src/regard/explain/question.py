"""What is explained: a model, the tokens that it read, and the number that is asked about.

b variants of a text, n tokens, c labels or words to choose from.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from jaxtyping import Float
from numpy.typing import NDArray
from torch import Tensor, nn

from regard.errors import Mistake
from regard.explain.asking import Asked
from regard.explain.reading import Tokens, said_of
from regard.explain.target import Target
from regard.text.spans import Span

MOST = 30_000_000
"""Tokens that one explanation may read in all: about an hour of a small model, and never meant."""

Variants = tuple[list[Tokens], NDArray[np.int64]]
"""Texts, and for each the place that is asked about."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """One text, one model, one number. A word is a group of tokens."""

    asked: Asked
    text: str
    ids: list[int]
    spans: list[Span]
    groups: list[list[int]]
    target: Target
    hole: int | None = None
    """The token that hides a word and that the model has met; None if there is none."""
    fixed: frozenset[int] = frozenset()
    """Places of tokens that no method takes away: the text's beginning and end, and the blank that is asked about."""
    nothing: list[int] = field(default_factory=list[int])
    """What the model reads of a text without words."""

    @property
    def model(self) -> nn.Module:
        """The module that is asked."""
        return self.asked.model

    @cached_property
    def words(self) -> list[int]:
        """The numbers of the groups that can be taken away."""
        return [number for number, group in enumerate(self.groups) if not self.fixed.intersection(group)]

    @property
    def stays(self) -> NDArray[np.bool_]:
        """Which tokens no method takes away."""
        found = np.zeros(len(self.ids), dtype=bool)
        found[sorted(self.fixed)] = True
        return found

    @cached_property
    def answer(self) -> Float[Tensor, " c"]:
        """What the model says of the text as it is; read once, whatever is asked about it."""
        return self.logits([self.ids])[0]

    @cached_property
    def score(self) -> float:
        """The target for the text as it is."""
        return float(self.target.score(self.answer[None])[0])

    def scores(self, variants: Sequence[Sequence[int]], places: Sequence[int] | None = None) -> Float[Tensor, " b"]:
        """The target for variants of the tokens, in float64: of like length together, no gradient, fused kernels.

        `places` says where the token that is asked about stands in each, where one is and tokens were left out. A
        variant without tokens is read as a text without words is.
        """
        return self.target.score(self.logits(variants, places))

    def logits(self, variants: Sequence[Sequence[int]], places: Sequence[int] | None = None) -> Float[Tensor, "b c"]:
        """What the model says of each variant, of which the target is one number."""
        where = [self.target.place or 0] * len(variants) if places is None else list(places)
        read = [self._read(one) for one in variants]
        self._may_read(sum(len(one) for one in read), len(read))
        return said_of(self.asked, read, np.array(where, dtype=np.int64))

    def best(self) -> int:
        """What the model chooses."""
        return int(self.answer.argmax())

    def about(self, target: Target) -> "Question":
        """The same text and model, and another number; what the model said is known already, if it was asked there."""
        found = replace(self, target=target)
        if "answer" in vars(self) and target.place == self.target.place:
            vars(found)["answer"] = self.answer
        return found

    def without(self, sets: Iterable[Iterable[int]]) -> NDArray[np.float64]:
        """The target with the tokens at these places left out of the text, for each set of places.

        Where the token that is asked about is left out itself, the one before it is asked.
        """
        variants, places = self.left(sets)
        return self.target.score(said_of(self.asked, variants, places)).numpy()

    def hiding(self, sets: Iterable[Iterable[int]]) -> NDArray[np.float64]:
        """The target with the tokens at these places hidden, each behind the token for what is not known."""
        variants, places = self.hidden(sets)
        return self.target.score(said_of(self.asked, variants, places)).numpy()

    def left(self, sets: Iterable[Iterable[int]]) -> Variants:
        """The text with the tokens at these places left out, for each set; and where the one asked about stands."""
        out, ids = self._taken(sets), np.array(self.ids, dtype=np.int64)
        asked = self.target.place or 0
        self._may_read(int((~out).sum()), len(out))
        return [self._read(ids[~one]) for one in out], np.maximum(0, asked - out[:, : asked + 1].sum(1))

    def hidden(self, sets: Iterable[Iterable[int]]) -> Variants:
        """The same with the tokens hidden."""
        if self.hole is None:
            raise Mistake("this model knows no token that hides a word; leave words out instead: leave-one-out.")
        out = self._taken(sets)
        self._may_read(out.size, len(out))
        read = np.where(out, self.hole, np.array(self.ids, dtype=np.int64))
        return list(read), np.full(len(out), self.target.place or 0)

    def _taken(self, sets: Iterable[Iterable[int]]) -> NDArray[np.bool_]:
        """A row for each set: which tokens are in it, but for those that no method takes away."""
        taken = [list(places) for places in sets]
        out = np.zeros((len(taken), len(self.ids)), dtype=bool)
        for row, places in zip(out, taken, strict=True):
            row[places] = True
        return out & ~self.stays

    def _read(self, tokens: Sequence[int] | Tokens) -> Tokens:
        """The tokens of a variant, or of a text without words where it has none."""
        return np.array(tokens if len(tokens) else self.nothing, dtype=np.int64)

    def _may_read(self, tokens: int, variants: int) -> None:
        """Nothing, unless it would take for ever."""
        if tokens > MOST:
            raise Mistake(
                f"{variants} variants of a text of {len(self.ids)} tokens take too long to read; shorten the text, or "
                "choose a method that reads it once, such as gradient-input."
            )

    def shared(self, worth: NDArray[np.float64], words: Sequence[int]) -> NDArray[np.float64]:
        """Scores [n] of the tokens from those of some words, each shared by its tokens; others have none."""
        each = np.zeros(len(self.groups))
        sizes = np.array([len(group) for group in self.groups])
        each[list(words)] = worth / sizes[list(words)]
        scores = np.zeros(len(self.ids))
        scores[self._places] = np.repeat(each, sizes)
        return scores

    def merged(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """A score for each word: the sum of its tokens'."""
        owner = np.repeat(np.arange(len(self.groups)), [len(group) for group in self.groups])
        return np.bincount(owner, scores[self._places], minlength=len(self.groups)).astype(np.float64)

    @cached_property
    def _places(self) -> Tokens:
        """The tokens of all words, word after word."""
        return np.array([place for group in self.groups for place in group], dtype=np.int64)
