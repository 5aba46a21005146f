"""The check of positions: where there are any, a token's place matters."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import torch
from torch import Tensor, nn

from regard.doctor.adapters.adapted import own_name
from regard.doctor.checks import kept
from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.inputs.layout import Case
from regard.doctor.inputs.names import PLACES
from regard.doctor.inputs.signature import is_published
from regard.doctor.running import SMALL, CannotRun, apart
from regard.doctor.sources import made_at
from regard.doctor.subject import Subject
from regard.doctor.trace.trace import Trace
from regard.doctor.wording.sentences import found, part, unknown


def positions_unused(subject: Subject) -> Finding | NotChecked | None:
    """Where there are positions, a token's place matters."""
    try:
        result, trace = subject.traced()
        tables, fixed = list(_tables(subject)), list(_fixed(subject))
        for name, table in tables + fixed:
            if _goes_by_texts(subject, table, result):
                return _of_table(subject, name, table, "table by texts")
        for name, table in tables:
            rows = 1 if _is_one_row(table) else _rows_that_matter(subject, table, result)
            if rows <= 1 and not is_published(subject.module):
                return _of_table(subject, name, table, used=part("one row" if rows else "no row"))
        for name, table in fixed:
            if not _matters(subject, table, result):
                return _of_table(subject, name, table, used=part("no row"))
            if table.is_complex() and _rows_that_matter(subject, table, result) == 1:
                return _of_table(subject, name, table, used=part("one row"))
        waves = [call for call in trace.named("sin", "cos") if call.own]
        still = [call for call in waves if _is_still(subject, call.out)]
        if still and all(_is_still(subject, call.out) for call in waves if subject.n in call.out.shape):
            return found("still waves", still[0].where)
        if waves and not tables and apart(subject.retraced(subject.case(), _other_waves)[0], result) < SMALL:
            return found("waves", waves[0].where)
    except CannotRun as problem:
        return NotChecked(str(problem))
    return None if tables or fixed or waves else unknown("no positions")


def _of_table(subject: Subject, name: str, table: Tensor, words: str = "table", **values: Any) -> Finding:
    """A finding of a table, with the line that makes it."""
    where, own = made_at(subject.module, name), own_name(subject.module, name)
    return found(words, where, name=own, shape=list(table.shape), **values)


def _tables(subject: Subject) -> Iterator[tuple[str, Tensor]]:
    """Tables with a row for each place: as wide as a token, or looked up by what is no token; no linear maps."""
    _, trace = subject.traced()
    layers: set[int] = set()
    for inner in subject.module.modules():
        if isinstance(inner, nn.Linear | nn.MultiheadAttention | nn.RNNBase | nn.Bilinear | nn.Conv1d | nn.RNNCellBase):
            layers |= {id(parameter) for parameter in inner.parameters(recurse=False)}
    looked_up = trace.named("embedding")
    words = looked_up_by_words(subject)
    places = {id(call.given[1]) for call in looked_up if subject.n in call.given[0].shape} - words
    widths = {a.width for a in subject.layout.of("vectors")}
    widths |= {call.given[1].shape[-1] for call in looked_up if id(call.given[1]) in words}
    widths |= {
        call.out.shape[-1] for call in trace.named("linear") if call.out.ndim == 3 and subject.n in call.out.shape
    }
    products = {id(each) for call in trace.named("linear", "matmul") for each in call.given[:2]}
    maps = {table.shape for _, table in kept.every(subject.module) if id(table) in products}
    lists = {id(inner.weight) for inner in subject.module.modules() if isinstance(inner, nn.Embedding)}
    for name, table in kept.every(subject.module):
        shape = [size for size in table.shape if size != 1]
        fits = len(shape) == 2 and shape[0] >= subject.n and table.is_floating_point()
        named = len(shape) == 2 and bool(PLACES.search(name)) and table.is_floating_point()
        wide = named or (fits and (shape[1] in widths or id(table) in places))
        like_a_map = id(table) not in trace.parameters.keys() | lists and table.shape in maps
        if wide and id(table) not in layers | words | products and not like_a_map:
            yield name, table


def _fixed(subject: Subject) -> Iterator[tuple[str, Tensor]]:
    """Tables of places that are not learned: rotations, waves of any width, or a number for each distance."""
    learned = {id(parameter) for parameter in subject.module.parameters()}
    for name, table in kept.every(subject.module):
        shape = [size for size in table.shape if size != 1]
        if id(table) in learned or len(shape) < 2 or max(shape[-2:]) < subject.n:
            continue
        if table.is_complex() or (table.is_floating_point() and (_are_waves(table, shape) or _are_distances(table))):
            yield name, table


def _are_waves(table: Tensor, shape: list[int]) -> bool:
    """Whether rows are waves: each column begins at 0 or 1, and columns differ."""
    rows = table.reshape(-1, shape[-1])
    starts = bool(((rows[0] == 0) | (rows[0] == 1)).all())
    return len(shape) == 2 and starts and bool((rows.abs() <= 1).all()) and len(rows.unique()) > 2 * len(shape)


def _are_distances(table: Tensor) -> bool:
    """Whether a square table depends on the distance of two places alone, and on more than its sign."""
    if table.ndim < 2 or table.shape[-1] != table.shape[-2] or len(table.unique()) <= 3:
        return False
    return torch.equal(table[..., 1:, 1:], table[..., :-1, :-1])


def _is_one_row(table: Tensor) -> bool:
    """Whether all rows of a table that nothing teaches are the same."""
    rows = table.reshape(-1, table.shape[-1])
    return not table.requires_grad and bool((rows == rows[0]).all())


def _goes_by_texts(subject: Subject, table: Tensor, result: Tensor) -> bool:
    """Whether a row of a table matters only as long as there are so many texts in the batch."""
    flat, last = table.data.reshape(-1, table.shape[-1]), subject.rows - 1
    if len(flat) < subject.rows or not _matters(subject, flat[last : last + 1], result):
        return False
    fewer = subject.case(rows=last)
    with suppress(CannotRun):
        return not _matters(subject, flat[last : last + 1], subject.result(fewer), fewer)
    return False


def _matters(subject: Subject, table: Tensor, result: Tensor, case: Case | None = None) -> bool:
    """Whether other numbers in a table, or in a row of one, give another result."""
    before = table.clone()
    try:
        table += torch.linspace(-3.0, 3.0, table.shape[-1])
        return apart(subject.result(case or subject.case()), result) > SMALL
    finally:
        table.copy_(before)


def _is_still(subject: Subject, waves: Tensor) -> bool:
    """Whether waves are the same at every place."""
    dims = [dim for dim, size in enumerate(waves.shape) if size == subject.n]
    return bool(dims) and all(bool((waves == waves.narrow(dim, 0, 1)).all()) for dim in dims)


def looked_up_by_words(subject: Subject) -> set[int]:
    """The tables that are looked up by what changes with the words."""
    return subject.once(_looked_up)


def _looked_up(subject: Subject) -> set[int]:
    if not subject.layout.of("ids"):
        return set()
    case = subject.case()
    other = subject.layout.changed(case, range(subject.rows), range(subject.n))
    if subject.layout.streams > 1:
        other = subject.layout.changed(other, range(subject.rows), range(subject.m), keys=False)
    one, two = (list(_lookups(subject.retraced(each)[1])) for each in (case, other))
    return {id(table) for (a, table), (b, _) in zip(one, two, strict=False) if not torch.equal(a, b)}


def _lookups(trace: Trace) -> Iterator[tuple[Tensor, Tensor]]:
    """What was looked up in which table, by an embedding or as rows of it."""
    for call in trace.named("embedding", "__getitem__"):
        at, table = call.given[:2] if call.name == "embedding" else call.given[1::-1]
        if isinstance(at, Tensor) and not at.is_floating_point() and at.dtype != torch.bool:
            yield at, table


def _rows_that_matter(subject: Subject, table: Tensor, result: Tensor) -> int:
    """None, one, or more."""
    flat = table.data.reshape(-1, table.shape[-1])
    matter: list[int] = []
    for row in range(min(len(flat), subject.n + 3)):
        if _matters(subject, flat[row : row + 1], result):
            matter.append(row)
        if len(matter) > 1:
            return 2
    rest = [row for row in range(len(flat)) if row not in matter]
    kept = flat.clone()
    try:
        flat[rest] += torch.linspace(-3.0, 3.0, flat.shape[-1]).to(flat)
        more = apart(subject.result(subject.case()), result) > SMALL
    finally:
        flat.copy_(kept)
    return 2 if more else len(matter)


def _other_waves(name: str, args: tuple[Any, ...], out: Tensor) -> Tensor:
    return out * 50 + 30 if name in {"sin", "cos"} else out
