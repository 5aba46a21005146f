"""The layout that an example of inputs shows."""

from typing import Any

import torch
from torch import Tensor, nn

from regard.doctor.inputs.argument import HIDDEN, Argument
from regard.doctor.inputs.layout import Layout
from regard.doctor.inputs.names import ASKED, ASKS, LENGTHS, MASK, OTHER, PREFIX, STATE, said
from regard.doctor.inputs.orientation import is_words_first
from regard.doctor.inputs.signature import bound, precise, vocabulary_of
from regard.doctor.inputs.triangles import is_triangle
from regard.errors import Mistake

SPECIAL = 2
"""Ids below this stand for padding by custom."""


def read_example(module: nn.Module, example: Any, *, states: bool = False) -> tuple[Layout, int, int]:
    """The layout that an example shows, and its numbers of rows and of tokens: masks and lengths tell them apart.

    With `states`, sequences of one token beside longer ones are states, and always of one token.
    """
    given = {name: value for name, value in bound(module, example).items() if value is not None}
    tensors = {name: _flat(name, value) for name, value in given.items() if isinstance(value, Tensor)}
    sequences = {n: t for n, t in tensors.items() if _is_sequence(n, t, tensors)}
    if states:
        sequences = {n: t for n, t in sequences.items() if not _is_state(n, t, sequences)}
    if not sequences:
        raise Mistake(
            "the example holds no sequence: give tensors by argument name, vectors [b, n, d] or token numbers [b, n]."
        )
    lists = [value for value in given.values() if _are_lengths(value)]
    hints = [t for name, t in tensors.items() if name not in sequences and t.ndim in (1, 2) and not OTHER.search(name)]
    asked = _hinted(sequences, hints) or asked_of(list(sequences))
    lead = next(name for name in sequences if name in asked)
    told = [*hints, *(torch.tensor(each) for each in lists if len(lists) == 1)]
    turned = is_words_first(module, given, lead, sequences[lead].shape[:2], told)
    rows, n = (int(size) for size in sequences[lead].shape[:2][:: -1 if turned else 1])
    pads = [pad for t in sequences.values() if (pad := _pad_shown(t.T if turned and t.ndim == 2 else t)) is not None]
    arguments = tuple(_argument(module, name, value, sequences, asked, rows, n) for name, value in given.items())
    arguments = _without_second_lengths(module, arguments, given)
    masks = any(a.role in ("mask", "lengths") for a in arguments)
    shown, left = pads[0] if pads else (None, False)
    left = left or any(a.role == "mask" and not a.causal and _is_left(given[a.name], a.form) for a in arguments)
    return Layout(arguments, turned, None if masks else shown, shown, left=left), rows, n


def _flat(name: str, value: Tensor) -> Tensor:
    """Vectors that come in heads, [b, h, n, d], as [b, n, h * d]."""
    split = value.ndim == 4 and value.is_floating_point() and not MASK.search(name) and not _holds_marks(value)
    return value.transpose(1, 2).flatten(2) if split else value


def _are_lengths(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, int) for each in value)


def _without_second_lengths(
    module: nn.Module, arguments: tuple[Argument, ...], given: dict[str, Any]
) -> tuple[Argument, ...]:
    """The arguments with those that only look like lengths, beside a mask or beside lengths by name, as words."""
    told = any(a.role == "mask" or (a.role == "lengths" and LENGTHS.search(a.name)) for a in arguments)
    return tuple(
        Argument(a.name, "word", width=vocabulary_of(module) or int(given[a.name].max()) + 1)
        if a.role == "lengths" and told and not LENGTHS.search(a.name) and not a.dtype.is_floating_point
        else a
        for a in arguments
    )


def _is_sequence(name: str, t: Tensor, others: dict[str, Tensor]) -> bool:
    if t.is_floating_point():
        return t.ndim == 3 and not MASK.search(name) and not _holds_marks(t)
    if t.dtype == torch.bool or t.ndim != 2 or OTHER.search(name) or MASK.search(name):
        return False
    beside = any(o.shape[:2] == t.shape for n, o in others.items() if n != name)
    return not beside or (int(t.max()) > 1 and not _numbers_documents(t))


def _numbers_documents(t: Tensor) -> bool:
    """Whether numbers in rows say which document a word is of: they begin alike and are the last one or the next."""
    steps = t.diff(dim=1)
    begins = bool((t[:, 0] == t[0, 0]).all())
    return begins and bool(((steps == 0) | (steps == 1)).all()) and bool((steps == 0).any())


def _is_state(name: str, t: Tensor, others: dict[str, Tensor]) -> bool:
    """Whether vectors are one a row, or one a layer and row, beside a sequence: [b, 1, d], [1, b, d], [2, b, d]."""
    if t.ndim != 3:
        return False
    longer = [o.shape[:2] for n, o in others.items() if n != name and 1 not in o.shape[:2]]
    layers = STATE.match(said(name)) and any(t.shape[1] in sizes and t.shape[0] not in sizes for sizes in longer)
    return bool(longer) and (1 in t.shape[:2] or bool(layers))


def _hinted(sequences: dict[str, Tensor], hints: list[Tensor]) -> set[str]:
    """Of sequences of different lengths, those that masks belong to: these are looked at. All have one, or none: {}."""
    fits = [{n for n, t in sequences.items() if _fits(mask, t)} for mask in hints]
    told = set[str]().union(*(each for each in fits if len(each) < len(sequences)))
    return told if len(told) < len(sequences) else set()


def _fits(mask: Tensor, t: Tensor) -> bool:
    return mask.ndim == 2 and mask.shape in (t.shape[:2], t.shape[1::-1])


def asked_of(names: list[str]) -> set[str]:
    """Of several sequences, those that are looked at."""
    told = {name for name in names if ASKED.match(said(name))}
    if len(names) == 1 or len(told) == len(names):
        return set(names)
    asks = {name for name in names[1:] if ASKS.match(said(name)) and len(said(name)) > 1}
    return told or (set(names) - asks if asks else set[str]()) or set(names[1:])


def _argument(
    module: nn.Module, name: str, value: Any, sequences: dict[str, Tensor], asked: set[str], rows: int, n: int
) -> Argument:
    keys = name in asked if name in sequences else _is_of(name, value, sequences, asked)
    if _are_lengths(value) and len(value) == rows:
        return Argument(name, "lengths", keys, dtype=torch.long, value=list)
    if not isinstance(value, Tensor) or (value.ndim == 1 and PREFIX.search(name)):
        return Argument(name, "fixed", value=value)
    if name in sequences and value.ndim == 4:
        return Argument(name, "vectors", keys, value.shape[-1], precise(value.dtype), heads=value.shape[1])
    if name not in sequences and _is_sequence(name, value, {}) and value.ndim == 3 and rows in value.shape[:2]:
        form = f"b{value.shape[1]}" if value.shape[0] == rows else f"{value.shape[0]}b"
        return Argument(name, "state", False, value.shape[-1], precise(value.dtype), form)
    if name in sequences and value.ndim == 3:
        return Argument(name, "vectors", keys, value.shape[-1], precise(value.dtype))
    if name in sequences:
        return Argument(name, "ids", keys, vocabulary_of(module) or int(value.max()) + 1, value.dtype)
    if value.ndim == 1 and len(value) == rows and (LENGTHS.search(name) or value.dtype != torch.bool):
        return Argument(name, "lengths", keys, dtype=value.dtype)
    marks = bool(MASK.search(name)) or (value.shape[1:] == (n,) and _holds_marks(value))
    if value.ndim == 2 and value.is_floating_point() and value.shape[0] == rows and not marks:
        return Argument(name, "state", False, value.shape[-1], precise(value.dtype), "b")
    if value.ndim >= 2 and (not OTHER.search(name) or (MASK.search(name) and is_triangle(value))):
        return _mask_argument(name, value, keys, rows, n)
    return Argument(name, "fixed", keys, value=value, form="bn" if value.shape[:2] == (rows, n) else "")


def _is_of(name: str, value: Any, sequences: dict[str, Tensor], asked: set[str]) -> bool:
    """Whether a mask or lengths belong to what is looked at, by their sizes or else by their name."""
    fits = {n in asked for n, t in sequences.items() if isinstance(value, Tensor) and _fits(value, t)}
    named = {n in asked for n in sequences if n.split("_")[0] == name.split("_")[0]}
    for told in (fits, named):
        if len(told) == 1:
            return told.pop()
    return not (ASKS.match(name.split("_")[0]) and len(asked) < len(sequences))


def _holds_marks(value: Tensor) -> bool:
    """Whether a tensor is a mask whatever its name: ones and zeros, or zeros and what is too low to be a score."""
    low = bool((value < -1e3).any())
    return bool(value.any()) and bool(((value == 0) | (value < -1e3 if low else value == 1)).all())


def _mask_argument(name: str, value: Tensor, keys: bool, rows: int, n: int) -> Argument:
    last = value.reshape(-1, *value.shape[-2:])[0]
    square, causal = last.shape[0] == last.shape[1] and last.shape[0] > 1, is_triangle(value)
    if value.ndim == 2:
        across = "kb" if value.shape == (n, rows) and rows != n else "bk"
        form = "qk" if causal or (square and rows != n) else across
    else:
        tail = ("1" if value.shape[-2] == 1 else "q") + "k"
        form = ("b" if value.shape[0] == rows else "1") + "1" * (value.ndim - 3) + tail
    real = float(value.reshape(-1)[-1 if not causal and _is_left(value, form) else 0])
    others = value[value != real]
    hidden = float(others[0]) if len(others) else (HIDDEN if value.is_floating_point() and real == 0 else 1.0 - real)
    return Argument(name, "mask", keys, 0, value.dtype, form, real, hidden, causal)


def _is_left(mask: Tensor, form: str) -> bool:
    """Whether a mask marks padding before the words: all rows are alike in their last place, and not in their first."""
    table = mask.T if form == "kb" else mask.reshape(mask.shape[0], -1, mask.shape[-1])[:, -1]
    first, last = table[:, 0], table[:, -1]
    return bool((last == last[0]).all()) and not bool((first == first[0]).all())


def _pad_shown(ids: Tensor) -> tuple[int, bool] | None:
    """The id that rows end in where they are padded, or begin with, and whether they begin with it."""
    if ids.is_floating_point() or ids.shape[1] < 3:
        return None
    sides = ((_trailing(ids.flip(1) if left else ids), left) for left in (False, True))
    return next(((pad, left) for pad, left in sides if pad is not None), None)


def _trailing(ids: Tensor) -> int | None:
    """The id that some rows end in, again and again, and that the others do not hold; by chance two may be alike."""
    ends = [int(row[-1]) for row in ids if row[-1] == row[-2]]
    full = [row for row in ids if row[-1] != row[-2]]
    if not ends or len(set(ends)) > 1 or any((row == ends[0]).any() for row in full):
        return None
    return ends[0] if ends[0] < SPECIAL or bool((ids[:, -3:] == ends[0]).all(1).any()) else None
