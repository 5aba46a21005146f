"""What BERT, RoBERTa, ALBERT and the reader share: what they are asked, and the call on padded texts.

b texts, m tokens of the longest, n tokens in all, v words, c classes, e size of a word vector, d of all others.
"""

from abc import ABC, abstractmethod
from typing import Any, Literal, NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from regard.attention.heads import MultiHead
from regard.attention.padded import with_padding, without_padding
from regard.attention.ragged import Ragged
from regard.errors import Mistake, at_least
from regard.layers.activations import ACTIVATIONS, Activation
from regard.layers.blocks import EncoderBlock
from regard.layers.dropout import Dropout
from regard.layers.feedforward import FeedForward
from regard.layers.masked_words import MaskedWords
from regard.layers.positions import within
from regard.layers.words import Words

Purpose = Literal["vectors", "words", "pair", "both", "classes"]
"""What is asked: nothing but vectors; the words behind the masks; whether two pieces follow each other (or stand in
their order); both of these; or which class a text is of."""


class Both(NamedTuple):
    """What pretraining asks."""

    words: Float[Tensor, "b m v"]
    """Logits of the word at every token."""
    pair: Float[Tensor, "b 2"]
    """Logits that the second piece follows the first, and that it does not."""


class Masked(nn.Module, ABC):
    """Tokens that all see each other, and what is asked of them.  Devlin et al. (2019), figures 1 and 2.

    The vector of a text is tanh(W x + b) of its first token, CLS.
    """

    looks: str
    longest: int
    """Tokens of the longest text that can be read."""

    def __init__(
        self,
        words: int,
        *,
        size: int,
        width: int,
        dropout: float,
        text_dropout: float | None,
        activation: Activation,
        eps: float,
        purpose: Purpose,
        classes: int,
        tied: bool,
        pooled: bool,
    ) -> None:
        """`size` is that of a word's vector.

        `text_dropout` falls on the vector of a text that is to be classified; None is as much as elsewhere. Only where
        the purpose is vectors, `pooled` says whether there is a vector of the text as well.
        """
        super().__init__()
        at_least(1, size=size, width=width, classes=classes)
        self.purpose: Purpose = purpose
        self.activation: Activation = activation
        self.eps = eps
        if purpose in ("words", "both"):
            self.words = MaskedWords(words, size, width, tied=tied, activation=activation, eps=eps)
        else:
            self.words = Words(words, size)
        self.drop = Dropout(dropout)
        self.text_drop = Dropout(dropout if text_dropout is None else text_dropout)
        pools = pooled if purpose == "vectors" else purpose != "words"
        self.pool = nn.Linear(width, width) if pools else None
        self.pair = nn.Linear(width, 2) if purpose in ("pair", "both") else None
        self.classify = nn.Linear(width, classes) if purpose == "classes" else None

    @property
    def head(self) -> Words:
        """What says words: it has their logits and their loss."""
        if not isinstance(self.words, MaskedWords):
            raise Mistake(f"a model for {self.purpose!r} says no words; make one whose purpose is 'words' or 'both'.")
        return self.words

    @abstractmethod
    def think(self, x: Float[Tensor, "n e"], rows: Ragged) -> Float[Tensor, "n d"]:
        """The tokens in their context."""

    @abstractmethod
    def read(
        self, tokens: Int[Tensor, " n"], rows: Ragged, segments: Int[Tensor, " n"] | None = None
    ) -> Float[Tensor, "n e"]:
        """The tokens' vectors before they look at each other; without segments, all are of the first."""

    def vectors(
        self, tokens: Int[Tensor, " n"], rows: Ragged, segments: Int[Tensor, " n"] | None = None
    ) -> Float[Tensor, "n d"]:
        """A vector for each token in its context: what `head` says words from, and `text` makes texts of."""
        return self.think(self.read(tokens, rows, segments), rows)

    def text(self, x: Float[Tensor, "n d"], rows: Ragged) -> Float[Tensor, "b d"]:
        """The vector of each text, from those of its tokens."""
        if self.pool is None:
            raise Mistake(f"a model for {self.purpose!r} has no vector of a text; make one for another purpose.")
        if int(rows.lengths.min()) == 0:
            raise Mistake(f"text {int(rows.lengths.argmin())} of the batch has no token, so that it has no vector.")
        return torch.tanh(self.pool(self.summary(x[rows.starts])))

    def summary(self, x: Float[Tensor, "b d"]) -> Float[Tensor, "b d"]:
        """The first tokens' vectors, as the vectors of the texts are made of them."""
        return x

    def forward(
        self,
        ids: Int[Tensor, "b m"],
        mask: Bool[Tensor, "b m"] | Int[Tensor, "b m"] | None = None,
        segments: Int[Tensor, "b m"] | None = None,
    ) -> Tensor | Both:
        """The logits that are asked for, [b, m, v], [b, 2], both, or [b, c]; or vectors, [b, m, d].

        Where the mask is False there is no token, wherever in a row that is; the result there is 0.
        """
        tokens, rows = without_padding(ids, mask)
        pieces = None if segments is None else without_padding(segments, mask)[0]
        x = self.vectors(tokens, rows, pieces)
        if self.classify is not None:
            return self.classify(self.text_drop(self.text(x, rows)))
        pair = None if self.pair is None else self.pair(self.text(x, rows))
        if self.purpose == "pair" and pair is not None:
            return pair
        said = with_padding(x if self.purpose == "vectors" else self.head.say(x), ids, mask)
        return said if pair is None else Both(said, pair)


class Placed(Masked):
    """x = norm(word + place + segment), then blocks."""

    def __init__(
        self, words: int, *, size: int, longest: int, first: int, segments: int, eps: float, **others: Any
    ) -> None:
        """The first token of a text stands at place `first` of the table; `others` are those of `Masked`."""
        super().__init__(words, size=size, eps=eps, **others)
        at_least(1, longest=longest, segments=segments)
        self.first, self.longest = first, longest
        self.places, self.segments = nn.Embedding(first + longest, size), nn.Embedding(segments, size)
        for table in (self.places, self.segments):
            nn.init.normal_(table.weight, std=0.02)
        self.norm = nn.LayerNorm(size, eps=eps)

    def read(
        self, tokens: Int[Tensor, " n"], rows: Ragged, segments: Int[Tensor, " n"] | None = None
    ) -> Float[Tensor, "n e"]:
        """Words, their places and their segments."""
        places = self.places(within(rows.position, self.longest) + self.first)
        piece = self.segments.weight[0] if segments is None else self.segments(segments)
        return self.drop(self.norm(self.words(tokens) + places + piece))


def block(
    width: int,
    *,
    heads: int,
    hidden: int,
    dropout: float,
    attention_dropout: float,
    activation: Activation,
    eps: float,
) -> EncoderBlock:
    """A block with its norms after the residuals, as in Vaswani et al. (2017)."""
    return EncoderBlock(
        MultiHead(width, heads, key_bias=True, dropout=attention_dropout),
        FeedForward(width, hidden, activation=ACTIVATIONS[activation]),
        (nn.LayerNorm(width, eps=eps), nn.LayerNorm(width, eps=eps)),
        pre_norm=False,
        dropout=dropout,
    )
