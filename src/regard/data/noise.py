"""What is done to a text so that a model can learn from it: blanks to fill in, stretches left out, sentences shuffled.

All are pure functions of tokens and of chance, over the tokens of many texts end to end. b texts, n tokens in all.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from jaxtyping import Bool, Float, Int
from numpy.typing import NDArray

from regard.data.batch import Numbers, stretches
from regard.data.chance import Chance
from regard.errors import Mistake

Tokens = Int[Numbers, " n"]


@dataclass(frozen=True)
class Lexicon:
    """What the numbers of tokens mean, as far as noise must know."""

    size: int
    mask: int
    """The token of a blank."""
    special: tuple[int, ...] = ()
    """Tokens that no text spells (padding, CLS, SEP …): they are never asked for, nor put in the place of another."""

    @cached_property
    def ordinary(self) -> NDArray[np.int64]:
        """All other tokens, ascending."""
        return np.flatnonzero(self.is_ordinary)

    @cached_property
    def is_ordinary(self) -> Bool[Numbers, " v"]:
        """Which tokens these are."""
        table = np.ones(self.size, dtype=bool)
        table[[self.mask, *self.special]] = False
        return table


class Blanks(NamedTuple):
    """A text with blanks, and what to fill them with."""

    tokens: Tokens
    """What a model reads."""
    places: Int[Numbers, " k"]
    """Where it must say what stood there, ascending."""
    wanted: Int[Numbers, " k"]
    """What stood there."""


def mask_words(
    tokens: Tokens,
    lengths: Int[Numbers, " b"],
    chance: Chance,
    *,
    lexicon: Lexicon,
    rate: float = 0.15,
    hidden: float = 0.8,
    replaced: float = 0.1,
    begins: Bool[Numbers, " n"] | None = None,
) -> Blanks:
    """A share `rate` of each text's ordinary tokens, and at least one, is asked for.

    Of these a share `hidden` is read as a mask, a share `replaced` as any other word, and what is left as it is: only
    there does a model see what it must say. Devlin et al. (2019), section 3.1, task 1. With `begins`, which is True
    where a word begins, all tokens of a word are asked for or none (whole-word masking); the share is then met to half
    a word.
    """
    _shares(rate=rate, hidden=hidden, replaced=replaced, both=hidden + replaced)
    order, fate, other = chance.random((3, len(tokens)))
    open_ = np.flatnonzero(lexicon.is_ordinary[tokens])
    owner = np.repeat(np.arange(len(lengths)), lengths)[open_]
    apart = np.ones(len(open_), dtype=bool)
    if begins is not None:
        apart[1:] = begins[open_[1:]] | (np.diff(owner) > 0) | (np.diff(open_) > 1)
    places = open_[_chosen(owner, apart, order[open_], rate * np.bincount(owner, minlength=len(lengths)))]
    read = tokens.copy()
    fate, other = fate[places], other[places]
    read[places[fate < hidden]] = lexicon.mask
    swapped = (fate >= hidden) & (fate < hidden + replaced)
    read[places[swapped]] = lexicon.ordinary[(other[swapped] * len(lexicon.ordinary)).astype(np.int64)]
    return Blanks(read, places, tokens[places])


def _chosen(
    owner: Int[Numbers, " k"], apart: Bool[Numbers, " k"], order: Float[Numbers, " k"], budget: Float[Numbers, " b"]
) -> Bool[Numbers, " k"]:
    """Which entries are taken: units of them, in random order, until the budget of their text is met.

    A unit begins where `apart` is True; it is taken if its middle falls within the budget, and the first one always is.
    """
    first = np.flatnonzero(apart)
    sizes = np.diff(np.append(first, len(apart)))
    texts = owner[first]
    turn = np.argsort(texts + order[first])
    before = np.cumsum(sizes[turn]) - sizes[turn]
    texts = texts[turn]
    begun = np.searchsorted(texts, np.arange(len(budget)))
    before -= before[begun[texts]]
    taken = np.zeros(len(first), dtype=bool)
    taken[turn] = (before == 0) | (before + sizes[turn] / 2 <= budget[texts])
    return np.repeat(taken, sizes)


class Infilled(NamedTuple):
    """A text from which stretches are missing."""

    tokens: Int[Numbers, " m"]
    """What the encoder reads."""
    lengths: Int[Numbers, " b"]
    missing: Bool[Numbers, " n"]
    """Which tokens of the whole text it does not read."""


def infill(
    tokens: Tokens,
    lengths: Int[Numbers, " b"],
    generator: np.random.Generator,
    *,
    mask: int,
    rate: float = 0.3,
    mean: float = 3.0,
) -> Infilled:
    """Stretches of each text, a share `rate` of its tokens in all, are each replaced by one mask.

    Their lengths are drawn from a Poisson distribution, the last of a text's being cut to what is left; one of length 0
    is a mask put in. All ways to lay them out without overlap are equally likely. Lewis et al. (2020), section 2.2,
    text infilling, with the numbers of section 5.1.
    """
    _shares(rate=rate)
    if mean <= 0:
        raise Mistake(f"the mean length of a stretch is {mean}, and must be above 0.")
    texts = np.arange(len(lengths))
    budget = np.rint(rate * lengths).astype(np.int64)
    tries = np.ceil((2 * budget + 20) / mean).astype(np.int64)
    owner = np.repeat(texts, tries)
    sizes = generator.poisson(mean, len(owner))
    before = np.cumsum(sizes) - sizes
    before -= np.repeat(before[np.cumsum(tries) - tries], tries)
    taken = before < budget[owner]
    sizes = np.minimum(sizes, budget[owner] - before)[taken]
    counts = np.bincount(owner[taken], minlength=len(texts))
    shorter = counts + lengths - np.bincount(owner[taken], sizes, minlength=len(texts)).astype(np.int64)
    owner = np.repeat(texts, shorter)
    turn = np.argsort(owner + generator.random(len(owner)))
    blanks = turn[stretches(np.cumsum(shorter) - shorter, counts)]
    steps = np.ones(len(owner), dtype=np.int64)
    steps[blanks] = sizes
    read = np.full(len(owner), mask, dtype=tokens.dtype)
    kept = np.ones(len(owner), dtype=bool)
    kept[blanks] = False
    seen = (np.cumsum(steps) - steps)[kept]
    read[kept] = tokens[seen]
    missing = np.ones(len(tokens), dtype=bool)
    missing[seen] = False
    return Infilled(read, shorter, missing)


def permute_sentences(
    tokens: Tokens, sentences: Int[Numbers, " s"], counts: Int[Numbers, " b"], generator: np.random.Generator
) -> Tokens:
    """The sentences of each text in random order.  Lewis et al. (2020), section 2.2, sentence permutation.

    `sentences` are the lengths of all sentences, `counts` how many there are in each text.
    """
    turn = np.argsort(np.repeat(np.arange(len(counts)), counts) + generator.random(len(sentences)))
    return tokens[stretches((np.cumsum(sentences) - sentences)[turn], sentences[turn])]


def _shares(**shares: Any) -> None:
    for name, share in shares.items():
        if not 0 <= share <= 1:
            raise Mistake(f"the share {name} is {share}, and must be between 0 and 1.")
