"""What all translators share: taught on whole sentences, or asked for one word more, they take the same step.

b sentences, t target tokens that are given, n rows of a search, v words of the target, d size of a word vector.
"""

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.data.pairs import Padded, PairBatch
from regard.layers.vocabularies import TwoVocabularies

S = TypeVar("S")
"""What a model holds between two words."""


class Stepwise(nn.Module, ABC, Generic[S]):
    """A model that reads a source (`start`), says word after word (`follow`), and can be searched (`pick`)."""

    words: TwoVocabularies
    begin: int
    end: int

    @abstractmethod
    def start(self, source: Padded) -> S:
        """What is known before the first word."""

    @abstractmethod
    def follow(self, given: Int[Tensor, "n t"], state: S) -> tuple[Float[Tensor, "n t d"], S]:
        """A vector for what comes after each given token, and what is known then."""

    @abstractmethod
    def pick(self, state: S, rows: Int[Tensor, " k"]) -> S:
        """These rows of all that is known."""

    def forward(self, batch: PairBatch) -> Float[Tensor, "b t v"]:
        """Logits of every word that is wanted, the words before it given."""
        return self.words.say(self.vectors(batch))

    def vectors(self, batch: PairBatch) -> Float[Tensor, "b t d"]:
        """What says each word: `words` has its logits and its loss."""
        return self.follow(batch.given, self.start(batch.source))[0]

    def step(self, tokens: Int[Tensor, " n"], state: S) -> tuple[Float[Tensor, "n v"], S]:
        """One more word."""
        vectors, state = self.follow(tokens[:, None], state)
        return self.words.say(vectors[:, 0]), state
