"""One argument of a module: what it means, and what it holds for a batch of any size.

b rows, n tokens that are looked at, m tokens that look (n where a module has one sequence), d size of a vector.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
from torch import Tensor

HIDDEN = -1e9


@dataclass(frozen=True)
class Argument:
    """One argument of a module and what it means."""

    name: str
    role: str
    """vectors, ids, state (one vector a row), word (one id a row), mask, lengths, or fixed."""
    keys: bool = True
    """Whether it belongs to the tokens that are looked at; else to those that look."""
    width: int = 0
    """Of vectors and states; of ids, how many there are."""
    dtype: torch.dtype = torch.float32
    form: str = "bk"
    """The dimensions of a mask, among b, q, k and 1, in their order; of a state before its size, b and numbers; bn of
    what is fixed and holds something for each word."""
    real: float = 1.0
    """What a mask holds for a token that may be looked at."""
    hidden: float = 0.0
    causal: bool = False
    """Whether a mask [q, k] hides what comes later; else it hides padding."""
    value: Any = None
    """What a fixed argument is; `list` for lengths that are no tensor."""
    heads: int = 0
    """Of vectors that come in heads: [b, heads, n, d]."""
    ones: bool = False
    """Whether it is said that a mask holds ones, so that it is not one to be added to scores."""


class Way(NamedTuple):
    """How a batch is laid out: whether words come before rows, what stands in padding, and on which side."""

    words_first: bool
    pad: int | None
    left: bool


def drawn(a: Argument, lengths: Tensor, n: int, m: int, way: Way, draws: torch.Generator) -> Any:
    """What an argument holds for rows of these lengths, padded to n, and m tokens that look."""
    size, b = n if a.keys else m, len(lengths)
    if a.role == "vectors":
        shape = (size, b, a.width) if way.words_first else (b, size, a.width)
        shape = (b, a.heads, size, a.width) if a.heads else shape
        return torch.randn(shape, generator=draws).to(a.dtype)
    if a.role == "state":
        shape = [b if letter == "b" else int(letter) for letter in a.form]
        return torch.randn((*shape, a.width), generator=draws).to(a.dtype)
    if a.role == "ids":
        ids = torch.randint(lowest(a.width), a.width, (b, size), generator=draws)
        if way.pad is not None:
            ids[~_real(lengths, size, way.left)] = way.pad
        return ids.T.contiguous() if way.words_first else ids
    if a.role == "word":
        return torch.randint(lowest(a.width), a.width, (b,), generator=draws)
    if a.role == "lengths":
        return lengths.tolist() if a.value is list else lengths.to(a.dtype)
    return _mask(a, lengths, n, m, way.left) if a.role == "mask" else _cut(a, b, size)


def lowest(vocabulary: int) -> int:
    """The first id that is surely a word: small ones stand for padding, unknown words and the like."""
    return 3 if vocabulary > 8 else 1


def _real(lengths: Tensor, size: int, left: bool) -> Tensor:
    """Where [b, size] words stand."""
    return torch.arange(size) >= size - lengths[:, None] if left else torch.arange(size) < lengths[:, None]


def _cut(a: Argument, rows: int, n: int) -> Any:
    """What is left as it was given; of what holds something for each word, as much as there are rows and words."""
    shows = isinstance(a.value, Tensor) and a.form == "bn" and len(a.value) >= rows and a.value.shape[1] >= n
    return a.value[:rows, :n] if shows else a.value


def _mask(a: Argument, lengths: Tensor, n: int, m: int, left: bool) -> Tensor:
    if a.causal:
        seen = torch.ones(m, n if a.keys else m, dtype=torch.bool).tril()
    else:
        real = _real(lengths, n if a.keys else m, left)
        seen = real[:, None, :].expand(-1, m, -1) if "q" in a.form else real
    values = torch.where(seen, a.real, a.hidden).to(a.dtype)
    form = a.form.replace("b", "") if a.causal else a.form
    for place, letter in enumerate(form):
        if letter == "1":
            values = values.unsqueeze(place)
    if a.causal and "b" in a.form:
        values = values.expand(len(lengths), *values.shape)
    return values.T.contiguous() if form == "kb" else values
