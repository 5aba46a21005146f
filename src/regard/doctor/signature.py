"""Layouts that a module might take: read off an example, or guessed from the signature of its forward."""

import inspect
from collections.abc import Iterator, Mapping
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import PackedSequence

from regard.doctor.inputs import HIDDEN, Argument, Layout
from regard.doctor.naming import ASKED, ASKS, IDS, LENGTHS, MASK, OTHER, STATE, WORDS
from regard.doctor.one_by_one import OneByOne
from regard.doctor.packed import LENGTHS_OF, OfPacked
from regard.errors import Mistake

FORMS = ("bk", "b11k", "b1k", "bqk", "b1qk", "qk")
KINDS: tuple[tuple[torch.dtype, float, float], ...] = (
    (torch.bool, 1, 0),
    (torch.bool, 0, 1),
    (torch.float32, 1, 0),
    (torch.float32, 0, HIDDEN),
    (torch.long, 1, 0),
    (torch.float32, 0, 1),
)


def parameters_of(module: nn.Module) -> dict[str, inspect.Parameter]:
    """The parameters of a module's forward that can be given by name."""
    if isinstance(module, OfPacked):
        return {
            **parameters_of(module.inner),
            LENGTHS_OF: inspect.Parameter(LENGTHS_OF, inspect.Parameter.KEYWORD_ONLY),
        }
    if isinstance(module, OneByOne):
        return parameters_of(module.inner)
    every = inspect.signature(module.forward).parameters
    return {n: p for n, p in every.items() if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}


def widths_of(module: nn.Module) -> list[int]:
    """Sizes that vectors for this module may have, the likeliest first."""
    found: list[int] = []
    for part in module.modules():
        for name in ("embed_dim", "in_features", "input_size", "embedding_dim"):
            size = getattr(part, name, None)
            found += [size] if isinstance(size, int) else []
        if isinstance(part, nn.LayerNorm):
            found.append(part.normalized_shape[-1])
    for parameter in module.parameters():
        found += [int(size) for size in reversed(parameter.shape)]
    return list(dict.fromkeys(size for size in [*found, 16, 8, 32, 64] if size > 1))[:12]


def vocabulary_of(module: nn.Module) -> int:
    """How many ids a module surely knows."""
    sizes = [part.num_embeddings for part in module.modules() if isinstance(part, nn.Embedding)]
    if not sizes and any("Int[" in str(p.annotation) or IDS.search(n) for n, p in parameters_of(module).items()):
        tables = {name: len(p) for name, p in module.named_parameters() if p.ndim == 2}
        sizes = [size for name, size in tables.items() if WORDS.search(name)] or [max(tables.values(), default=0)]
    return min((size for size in sizes if size >= 6), default=0)


def bound(module: nn.Module, example: Any) -> dict[str, Any]:
    """An example by the names of the arguments, however it was given."""
    if isinstance(example, Mapping):
        return {str(name): value for name, value in example.items()}
    alone = isinstance(example, PackedSequence) or not isinstance(example, tuple | list)
    values = (example,) if alone else example
    return dict(zip(parameters_of(module), values, strict=False))


def read_example(module: nn.Module, example: Any, *, states: bool = False) -> tuple[Layout, int, int]:
    """The layout that an example shows, and its numbers of rows and of tokens: masks and lengths tell them apart.

    With `states`, sequences of one token beside longer ones are states, and always of one token.
    """
    given = {name: value for name, value in bound(module, example).items() if value is not None}
    tensors = {name: value for name, value in given.items() if isinstance(value, Tensor)}
    sequences = {n: t for n, t in tensors.items() if _is_sequence(n, t, tensors)}
    if states:
        sequences = {n: t for n, t in sequences.items() if not _is_state(n, t, sequences)}
    if not sequences:
        raise Mistake(
            "the example holds no sequence: give vectors [b, n, d] or token numbers [b, n], by argument name."
        )
    hints = [t for name, t in tensors.items() if name not in sequences and t.ndim in (1, 2) and not OTHER.search(name)]
    asked = _hinted(sequences, hints) or _asked(list(sequences))
    lead = next((t for n, t in sequences.items() if n in asked))
    rows, n = int(lead.shape[0]), int(lead.shape[1])
    turned = rows != n and any(tuple(t.shape) in ((n, rows), (n,)) for t in hints)
    rows, n = (n, rows) if turned else (rows, n)
    pads = [pad for t in sequences.values() if (pad := _trailing(t)) is not None]
    arguments = tuple(_argument(module, name, value, sequences, asked, rows, n) for name, value in given.items())
    masks = any(a.role in ("mask", "lengths") for a in arguments)
    return Layout(arguments, turned, pads[0] if pads and not masks else None), rows, n


def _is_sequence(name: str, t: Tensor, others: dict[str, Tensor]) -> bool:
    if t.is_floating_point():
        return t.ndim == 3 and not MASK.search(name) and not _holds_marks(t)
    if t.dtype == torch.bool or t.ndim != 2 or OTHER.search(name) or MASK.search(name):
        return False
    return int(t.max()) > 1 or not any(o.shape[:2] == t.shape for n, o in others.items() if n != name)


def _is_state(name: str, t: Tensor, others: dict[str, Tensor]) -> bool:
    """Whether vectors are one a row, or one a layer and row, beside a sequence: [b, 1, d], [1, b, d], [2, b, d]."""
    if t.ndim != 3:
        return False
    longer = [o.shape[:2] for n, o in others.items() if n != name and 1 not in o.shape[:2]]
    layers = STATE.match(name) and any(t.shape[1] in sizes and t.shape[0] not in sizes for sizes in longer)
    return bool(longer) and (1 in t.shape[:2] or bool(layers))


def _hinted(sequences: dict[str, Tensor], hints: list[Tensor]) -> set[str]:
    """Of sequences of different lengths, those that a mask belongs to: these are looked at."""
    for mask in hints:
        fits = {n for n, t in sequences.items() if mask.ndim == 2 and mask.shape in (t.shape[:2], t.shape[1::-1])}
        if fits and len(fits) < len(sequences):
            return fits
    return set()


def _asked(names: list[str]) -> set[str]:
    """Of several sequences, those that are looked at."""
    said = {name for name in names if ASKED.match(name)}
    if len(names) == 1 or len(said) == len(names):
        return set(names)
    asks = {name for name in names[1:] if ASKS.match(name) and len(name) > 1}
    return said or (set(names) - asks if asks else set[str]()) or set(names[1:])


def _argument(
    module: nn.Module, name: str, value: Any, sequences: dict[str, Tensor], asked: set[str], rows: int, n: int
) -> Argument:
    keys = name in asked if name in sequences else not (ASKS.match(name.split("_")[0]) and len(asked) < len(sequences))
    if not isinstance(value, Tensor):
        return Argument(name, "fixed", value=value)
    if name not in sequences and _is_sequence(name, value, {}) and value.ndim == 3 and rows in value.shape[:2]:
        form = f"b{value.shape[1]}" if value.shape[0] == rows else f"{value.shape[0]}b"
        return Argument(name, "state", False, value.shape[-1], value.dtype, form)
    if name in sequences and value.ndim == 3:
        return Argument(name, "vectors", keys, value.shape[-1], value.dtype)
    if name in sequences:
        return Argument(name, "ids", keys, vocabulary_of(module) or int(value.max()) + 1, value.dtype)
    if value.ndim == 1 and len(value) == rows and (LENGTHS.search(name) or value.dtype != torch.bool):
        return Argument(name, "lengths", keys, dtype=value.dtype)
    marks = bool(MASK.search(name)) or (value.shape[1:] == (n,) and _holds_marks(value))
    if value.ndim == 2 and value.is_floating_point() and value.shape[0] == rows and not marks:
        return Argument(name, "state", False, value.shape[-1], value.dtype, "b")
    if value.ndim >= 2 and not OTHER.search(name):
        return _mask_argument(name, value, keys, rows, n)
    return Argument(name, "fixed", value=value)


def _holds_marks(value: Tensor) -> bool:
    """Whether a tensor is a mask whatever its name: ones and zeros, or zeros and what is too low to be a score."""
    low = bool((value < -1e3).any())
    return bool(value.any()) and bool(((value == 0) | (value < -1e3 if low else value == 1)).all())


def _mask_argument(name: str, value: Tensor, keys: bool, rows: int, n: int) -> Argument:
    last = value.reshape(-1, *value.shape[-2:])[0]
    square = value.ndim > 1 and last.shape[0] == last.shape[1] and last.shape[0] > 1
    seen = last == last[0, 0]
    causal = bool(square and not seen.triu(1).any() and seen.tril().sum() == torch.ones_like(last).tril().sum())
    if value.ndim == 2:
        form = "qk" if causal or (square and rows != n) else "bk"
    else:
        tail = ("1" if value.shape[-2] == 1 else "q") + "k"
        form = ("b" if value.shape[0] == rows else "1") + "1" * (value.ndim - 3) + tail
    real = float(value.reshape(-1)[0])
    others = value[value != value.reshape(-1)[0]]
    hidden = float(others[0]) if len(others) else (HIDDEN if value.is_floating_point() and real == 0 else 1.0 - real)
    return Argument(name, "mask", keys, 0, value.dtype, form, real, hidden, causal)


def _trailing(ids: Tensor) -> int | None:
    """The id that rows end in where they are padded."""
    if ids.is_floating_point() or ids.shape[1] < 3:
        return None
    ends = [int(row[-1]) for row in ids if row[-1] == row[-2]]
    full = [row for row in ids if row[-1] != row[-2]]
    return ends[0] if ends and len(set(ends)) == 1 and not any((row == ends[0]).any() for row in full) else None


def guesses(module: nn.Module) -> Iterator[Layout]:
    """Layouts to try, the likeliest first; masks come in their first form."""
    every = parameters_of(module)
    needed = [name for name, p in every.items() if p.default is p.empty]
    masks = [name for name in every if MASK.search(name) and not OTHER.search(name)]
    lengths = [name for name in every if LENGTHS.search(name) and not MASK.search(name) and not OTHER.search(name)]
    sequences = [name for name in needed if name not in masks + lengths]
    if sequences:
        sequences += [n for n in every if n not in needed and n not in masks + lengths and ASKED.match(n)]
    sequences = sequences or [name for name in every if name not in masks + lengths][:1]
    asked = _asked(sequences) if sequences else set[str]()
    padding = [m for m in masks if "pad" in m and not ASKS.match(m.split("_")[0])]
    chosen = padding or [m for m in masks if not ASKS.match(m.split("_")[0])][:1] or masks[:1]
    others = [m for m in masks if m in needed and m not in chosen]
    for kinds in _kinds(module, sequences):
        sizes = tuple(Argument(name, "lengths", dtype=torch.long) for name in lengths)
        hide = tuple(Argument(m, "mask", True, dtype=torch.bool) for m in chosen)
        free = tuple(Argument(m, "mask", False, dtype=torch.bool) for m in others)
        for form in ("b", "1b", "b1") if any(role == "state" for role, _ in kinds) else ("b",):
            heads = tuple(
                Argument(n, role, n in asked, width, form=form if role == "state" else "bk")
                for n, (role, width) in zip(sequences, kinds, strict=True)
            )
            for sequence_first in (False, True):
                yield Layout(heads + sizes + hide + free, sequence_first)


def _kinds(module: nn.Module, names: list[str]) -> Iterator[list[tuple[str, int]]]:
    vocabulary, widths = vocabulary_of(module), widths_of(module)
    if vocabulary:
        yield [("ids", vocabulary) for _ in names]
    for width in widths:
        yield [("vectors", width) for _ in names]
    if len(names) > 1:
        for width in widths:
            yield [("state" if STATE.match(name) else "vectors", width) for name in names]
        if vocabulary:
            for width in widths:
                yield [
                    ("ids" if not ASKED.match(name) else "vectors", vocabulary if not ASKED.match(name) else width)
                    for name in names
                ]
                yield [("state" if STATE.match(n) else "ids", width if STATE.match(n) else vocabulary) for n in names]
        for one in widths[:5]:
            for other in widths[:5]:
                yield [("vectors", other if ASKED.match(name) else one) for name in names]
                yield [("state" if STATE.match(n) else "vectors", one if STATE.match(n) else other) for n in names]
