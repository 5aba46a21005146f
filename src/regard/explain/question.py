"""What is explained: a model, the tokens that it read, and the number that is asked about.

b variants of a text, n tokens, c labels or words to choose from, d size of a vector.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from torch import Tensor, nn

from regard.attention.ragged import Ragged
from regard.data.loading import turns
from regard.errors import Mistake
from regard.explain.asking import Asked
from regard.explain.target import Target
from regard.tasks.device import device_of
from regard.text.spans import Span

AT_ONCE = 16_384
"""Tokens that are read at a time, padding included."""
MOST = 30_000_000
"""Tokens that one explanation may read in all: about an hour of a small model, and never meant."""


@dataclass(frozen=True)
class Graph:
    """A text's word vectors and the target's score, which can be differentiated by them."""

    vectors: Float[Tensor, "n d"]
    score: Float[Tensor, ""]


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
        read = [list(one) or self.nothing for one in variants]
        where = [self.target.place or 0] * len(read) if places is None else list(places)
        lengths = np.array([len(one) for one in read])
        if lengths.sum() > MOST:
            raise Mistake(
                f"{len(read)} variants of a text of {len(self.ids)} tokens take too long to read; shorten the text, or "
                "choose a method that reads it once, such as gradient-input."
            )
        found: list[Tensor] = []
        order: list[NDArray[np.int64]] = []
        device = device_of(self.model)
        self.model.eval()
        with torch.no_grad():
            for chosen in turns(lengths, AT_ONCE):
                flat = torch.tensor([token for i in chosen for token in read[i]], device=device)
                rows = Ragged(torch.from_numpy(lengths[chosen]).to(device))
                at = torch.tensor([where[i] for i in chosen], device=device)
                found.append(self.asked.logits(flat, rows, at).double().cpu())
                order.append(chosen)
        return torch.cat(found)[torch.from_numpy(np.argsort(np.concatenate(order)))]

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
        taken = [frozenset(places) - self.fixed for places in sets]
        variants = [[token for place, token in enumerate(self.ids) if place not in out] for out in taken]
        asked = self.target.place or 0
        places = [max(0, asked - sum(place <= asked for place in out)) for out in taken]
        return self.scores(variants, places).numpy()

    def hiding(self, sets: Iterable[Iterable[int]]) -> NDArray[np.float64]:
        """The target with the tokens at these places hidden, each behind the token for what is not known."""
        if self.hole is None:
            raise Mistake("this model knows no token that hides a word; leave words out instead: leave-one-out.")
        taken = [frozenset(places) - self.fixed for places in sets]
        variants = [[self.hole if place in out else token for place, token in enumerate(self.ids)] for out in taken]
        return self.scores(variants).numpy()

    def graph(self) -> Graph:
        """The word vectors as a leaf with a gradient, and the score computed from them."""
        vectors = self.vectors().requires_grad_()
        return Graph(vectors, self.from_vectors(vectors[None])[0])

    def vectors(self) -> Float[Tensor, "n d"]:
        """The word vectors of the text."""
        with torch.no_grad():
            return self.asked.vectors(torch.tensor(self.ids, device=device_of(self.model))).clone()

    def from_vectors(self, vectors: Float[Tensor, "b n d"]) -> Float[Tensor, " b"]:
        """The target for the text, had its words these vectors; it can be differentiated."""
        count, device = len(vectors), device_of(self.model)
        self.model.eval()
        tokens = torch.tensor(self.ids, device=device).repeat(count)
        rows = Ragged(torch.full((count,), len(self.ids), device=device))
        places = torch.full((count,), self.target.place or 0, device=device)
        return self.target.score(self.asked.logits(tokens, rows, places, vectors.flatten(0, 1)))

    def shared(self, worth: NDArray[np.float64], words: Sequence[int]) -> NDArray[np.float64]:
        """Scores [n] of the tokens from those of some words, each shared by its tokens; others have none."""
        scores = np.zeros(len(self.ids))
        for value, number in zip(worth, words, strict=True):
            scores[self.groups[number]] = value / len(self.groups[number])
        return scores

    def merged(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """A score for each word: the sum of its tokens'."""
        return np.array([scores[group].sum() for group in self.groups])
