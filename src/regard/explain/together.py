"""Questions whose texts one model reads at once, end to end.

Texts do not see each other, so the gradient of the sum of their scores is that of each score by itself.

b texts, n tokens of all of them, m tokens of the longest, c labels or words to choose from, d size of a vector.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy.typing import NDArray
from torch import Tensor, nn

from regard.attention.ragged import Ragged
from regard.explain.asking import Asked
from regard.explain.cut import Way
from regard.explain.question import Question
from regard.explain.reading import batches, said_of
from regard.explain.target import scores_of
from regard.tasks.device import device_of

Scores = NDArray[np.float64]


@dataclass(frozen=True)
class Together:
    """Questions that are asked alike."""

    questions: Sequence[Question]

    @property
    def asked(self) -> Asked:
        """How all of them are asked."""
        return self.questions[0].asked

    @property
    def model(self) -> nn.Module:
        """The module that is asked."""
        return self.asked.model

    @cached_property
    def rows(self) -> Ragged:
        """Which tokens make up which text."""
        return Ragged(torch.tensor([len(one.ids) for one in self.questions])).to(device_of(self.model))

    @cached_property
    def tokens(self) -> Int[Tensor, " n"]:
        """The tokens of all texts."""
        flat = np.concatenate([np.array(one.ids, dtype=np.int64) for one in self.questions])
        return torch.from_numpy(flat).to(device_of(self.model))

    @cached_property
    def places(self) -> Int[Tensor, " b"]:
        """The token of each text that is asked about, where one is."""
        return torch.tensor([one.target.place or 0 for one in self.questions]).to(device_of(self.model))

    def logits(self, vectors: Float[Tensor, "n d"] | None = None) -> Float[Tensor, "b c"]:
        """What the model says of each text; with vectors, had its words these."""
        self.model.eval()
        return self.asked.logits(self.tokens, self.rows, self.places, vectors)

    def vectors(self) -> Float[Tensor, "n d"]:
        """The word vectors of all texts."""
        with torch.no_grad():
            return self.asked.vectors(self.tokens).clone()

    def from_vectors(self, vectors: Float[Tensor, "v n d"]) -> Float[Tensor, "v b"]:
        """The target of each text, had its words these vectors, so many times; it can be differentiated."""
        count = len(vectors)
        self.model.eval()
        rows = Ragged(torch.tensor([len(one.ids) for one in self.questions] * count)).to(vectors.device)
        said = self.asked.logits(self.tokens.repeat(count), rows, self.places.repeat(count), vectors.flatten(0, 1))
        return scores_of([one.target for one in self.questions] * count, said).unflatten(0, (count, -1))

    def each(self, flat: Float[Tensor, " n"]) -> list[Scores]:
        """Numbers of all tokens as those of each text."""
        known = flat.detach().double().cpu().numpy()
        return np.split(known, np.cumsum([len(one.ids) for one in self.questions])[:-1])


def in_turn(questions: Sequence[Question], *, watched: bool = False) -> Iterator[list[int]]:
    """Which questions stand together: asked alike, texts of like length, as many as there is room for.

    Where they are `watched`, the weights of their tokens on each other are held as well.
    """
    kinds: dict[Asked, list[int]] = {}
    for number, question in enumerate(questions):
        kinds.setdefault(question.asked, []).append(number)
    for asked, numbers in kinds.items():
        lengths = np.array([len(questions[number].ids) for number in numbers], dtype=np.int64)
        for chosen in batches(asked.model, lengths, traced=True, watched=watched):
            yield [numbers[i] for i in chosen.tolist()]


def answer(questions: Sequence[Question]) -> None:
    """Let the model answer all these questions, asked alike, in one pass; each keeps its answer."""
    unread = [one for one in questions if "answer" not in vars(one)]
    if unread:
        texts = [np.array(one.ids, dtype=np.int64) for one in unread]
        places = np.array([one.target.place or 0 for one in unread])
        for one, said in zip(unread, said_of(unread[0].asked, texts, places), strict=True):
            vars(one)["answer"] = said


def read_without(questions: Sequence[Question], sets: Sequence[Sequence[Sequence[int]]], way: Way) -> list[Scores]:
    """The target of each question, asked alike, when the words of each of its sets are taken away."""
    made = [question.variants(taken, way) for question, taken in zip(questions, sets, strict=True)]
    counts = [len(taken) for taken in sets]
    if not sum(counts):
        return [np.zeros(0) for _ in questions]
    texts = [text for variants, _ in made for text in variants]
    said = said_of(questions[0].asked, texts, np.concatenate([places for _, places in made]))
    targets = [question.target for question, count in zip(questions, counts, strict=True) for _ in range(count)]
    return np.split(scores_of(targets, said).numpy(), np.cumsum(counts)[:-1])
