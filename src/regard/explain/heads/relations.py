"""What a token may look for in others: the one before, the same word, a mark, one that the grammar ties to it.

b texts, q tokens that look, k tokens that are looked at.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from regard.attention.padded import Padded

Places = Sequence[tuple[int, int]]
"""Pairs of places: a token that looks, and one that it is tied to."""
Relation = Bool[Tensor, "b q k"]


@dataclass(frozen=True)
class Ties:
    """What the corpus knows of one text: which of its tokens belong together."""

    source: Places = ()
    given: Places = ()
    cross: Places = ()
    """Of a token that is said, and those of the source that it says."""


@dataclass(frozen=True)
class Looks:
    """Who looks at what in a batch, and which of them stand in which relation."""

    real: Bool[Tensor, "b q"]
    """True for a token that looks, False for padding."""
    seen: Relation
    """What each may look at."""
    relations: Mapping[str, Relation]
    """By name; each within what may be seen."""


Tied = Callable[[int], Ties]
"""From the number of a text to what is known of it."""


def among_themselves(
    texts: Padded, size: int, marks: Int[Tensor, " s"], ties: Sequence[Places], *, causal: bool
) -> Looks:
    """Tokens of texts that look at each other; `size` of them with learned vectors in front, padding included.

    `previous`, `itself` and `next` are places; `first` is the first of all; `marks` are tokens without letters
    (punctuation, beginnings and ends); `same-word` is the same token at another place; `tied` are those that the corpus
    knows to belong together.
    """
    front = size - texts.ids.shape[1]
    ids = torch.nn.functional.pad(texts.ids, (front, 0), value=-1)
    lengths = texts.rows.lengths + front
    place = torch.arange(size, device=ids.device)
    real = place < lengths[:, None]
    apart = place - place[:, None]
    seen = real[:, :, None] & real[:, None]
    if causal:
        seen = seen & (apart <= 0)
    whole = torch.ones_like(seen)
    known = {
        "previous": whole & (apart == -1),
        "itself": whole & (apart == 0),
        "next": whole & (apart == 1),
        "first": whole & (place == 0),
        "marks": (torch.isin(ids, marks) | (ids < 0))[:, None] & whole,
        "same-word": (ids[:, :, None] == ids[:, None]) & (apart != 0),
        "tied": pairs_of(ties, seen, front, front),
    }
    return Looks(real, seen, {name: each & seen for name, each in known.items()})


def at_others(given: Padded, texts: Padded, marks: Int[Tensor, " s"], ties: Sequence[Places]) -> Looks:
    """Tokens of a decoder that look at a source: its first or last token, marks, the same place, or what they say."""
    queries, keys = (torch.arange(one.ids.shape[1], device=one.ids.device) for one in (given, texts))
    lengths = texts.rows.lengths
    real = queries < given.rows.lengths[:, None]
    seen = real[:, :, None] & (keys < lengths[:, None])[:, None]
    whole = torch.ones_like(seen)
    known = {
        "same-place": whole & (keys == queries[:, None]),
        "first": whole & (keys == 0),
        "last": (keys == lengths[:, None] - 1)[:, None] & whole,
        "marks": torch.isin(texts.ids, marks)[:, None] & whole,
        "aligned": pairs_of(ties, seen, 0, 0),
    }
    return Looks(real, seen, {name: each & seen for name, each in known.items()})


def pairs_of(ties: Sequence[Places], like: Relation, down: int, across: int) -> Relation:
    """The ties of each text as a relation, so many places further down and across; what does not fit is left out."""
    found = torch.zeros_like(like)
    _, queries, keys = like.shape
    for row, places in enumerate(ties):
        for query, key in places:
            if query + down < queries and key + across < keys:
                found[row, query + down, key + across] = True
    return found
