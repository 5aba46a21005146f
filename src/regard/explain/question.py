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
from regard.explain.cut import Cut, Tokens, Way
from regard.explain.means import Mean, is_mean
from regard.explain.reading import said_of
from regard.explain.target import Target
from regard.text.spans import Span, span_of
from regard.text.tokenizer import Encoded

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
    left_out: int = 0
    """Tokens of the text that the model does not read, for it reads no more."""
    unknown: list[str] = field(default_factory=list[str])
    """Words of the text that the model does not know, each once."""

    @property
    def model(self) -> nn.Module:
        """The module that is asked."""
        return self.asked.model

    @property
    def read(self) -> Encoded:
        """The tokens and their characters."""
        return Encoded(self.ids, self.spans)

    @cached_property
    def words(self) -> list[int]:
        """The numbers of the groups that can be taken away."""
        return [number for number, group in enumerate(self.groups) if not self.fixed.intersection(group)]

    def span(self, number: int) -> Span:
        """The characters of the group of that number, but for the spaces before its word."""
        return span_of(self.text, self.spans, self.groups[number])

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
        read = [np.array(one if len(one) else self.nothing, dtype=np.int64) for one in variants]
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

    @cached_property
    def cut(self) -> Cut:
        """The text, as one that words can be taken from, by their places in `words`."""
        word = np.full(len(self.ids), -1, dtype=np.int64)
        for number, group in enumerate(self.words):
            word[self.groups[group]] = number
        return Cut(np.array(self.ids, dtype=np.int64), word, len(self.words), self.hole, tuple(self.nothing))

    @cached_property
    def mean(self) -> Mean | None:
        """The text as a weighted mean of its tokens, where the model reads it so."""
        return Mean(self.model, self.cut) if self.ids and is_mean(self.model) else None

    def without(self, sets: Iterable[Sequence[int]], way: Way = "left-out") -> NDArray[np.float64]:
        """The target when the words of each set, by their places in `words`, are taken away.

        That is arithmetic where the text is a mean of its tokens; else variants that are alike are read once.
        """
        if self.mean is not None:
            return self.target.score(self.mean.logits(sets, way)).numpy()
        variants, places = self.variants(sets, way)
        number: dict[tuple[bytes, int], int] = {}
        alike = [number.setdefault((one.tobytes(), at), len(number)) for one, at in zip(variants, places, strict=True)]
        chosen = np.unique(alike, return_index=True)[1]
        said = said_of(self.asked, [variants[i] for i in chosen.tolist()], places[chosen])
        return self.target.score(said).numpy()[alike]

    def variants(self, sets: Iterable[Sequence[int]], way: Way) -> Variants:
        """The text without the words of each set, and where the token that is asked about stands in it.

        Where that one is left out itself, the one before it is asked.
        """
        out, asked = [self.cut.tokens_of(words) for words in sets], self.target.place or 0
        closed = out if way == "left-out" else [np.zeros_like(one) for one in out]
        self._may_read(sum(int((~one).sum()) for one in closed), len(out))
        places = [max(0, asked - int(one[: asked + 1].sum())) for one in closed]
        return [self.cut.erased(one, way) for one in out], np.array(places, dtype=np.int64)

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
