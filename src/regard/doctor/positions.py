"""The check of positions: where there are any, a token's place matters."""

from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor, nn

from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.subject import SMALL, CannotRun, Subject, apart
from regard.doctor.wording.sentences import found, part, unknown


def positions_unused(subject: Subject) -> Finding | NotChecked | None:
    """Where there are positions, a token's place matters."""
    try:
        result, trace = subject.traced()
        tables = list(_tables(subject))
        for name, table in tables:
            rows = _rows_that_matter(subject, table, result)
            if rows <= 1:
                used = part("one row" if rows else "no row")
                return found("table", name=name, shape=list(table.shape), used=used)
        waves = [call for call in trace.named("sin", "cos") if call.own]
        if waves and not tables and apart(subject.retraced(subject.case(), _other_waves)[0], result) < SMALL:
            return found("waves", waves[0].where, times=len(waves))
    except CannotRun as problem:
        return NotChecked(str(problem))
    return None if tables or waves else unknown("no positions")


def _tables(subject: Subject) -> Iterator[tuple[str, Tensor]]:
    """Tables with a row for each place, as wide as a token, that are no words and no linear maps."""
    _, trace = subject.traced()
    layers: set[int] = set()
    for inner in subject.module.modules():
        if isinstance(inner, nn.Linear | nn.MultiheadAttention | nn.RNNBase | nn.Bilinear | nn.Conv1d | nn.RNNCellBase):
            layers |= {id(parameter) for parameter in inner.parameters(recurse=False)}
    words = {id(call.given[1]) for call in trace.named("embedding") if _are_ids(subject, call.given[0])}
    widths = {a.width for a in subject.layout.of("vectors")}
    widths |= {w.shape[-1] for c in trace.named("embedding") if _are_ids(subject, c.given[0]) for w in [c.given[1]]}
    products = {id(each) for call in trace.named("linear", "matmul") for each in call.given[:2]}
    for name, table in [
        *subject.module.named_parameters(),
        *subject.module.named_buffers(),
        *plain_tensors(subject.module),
    ]:
        shape = [size for size in table.shape if size != 1]
        fits = len(shape) == 2 and shape[0] >= subject.n and shape[1] in widths and table.is_floating_point()
        if fits and id(table) not in layers | words | products:
            yield name, table


def _are_ids(subject: Subject, indices: Tensor) -> bool:
    given = [subject.case().tensors[a.name] for a in subject.layout.of("ids")]
    return any(indices.shape == ids.shape and bool((indices == ids).all()) for ids in given) or bool(
        given and indices.ndim == 2 and indices.shape[0] == subject.rows and bool((indices[0] != indices[1]).any())
    )


def _rows_that_matter(subject: Subject, table: Tensor, result: Tensor) -> int:
    flat = table.data.reshape(-1, table.shape[-1])
    matter = 0
    for row in range(min(len(flat), subject.n + 3)):
        before = flat[row].clone()
        flat[row] += torch.linspace(-1.0, 1.0, len(before)) * 3
        try:
            matter += apart(subject.result(subject.case()), result) > SMALL
        finally:
            flat[row] = before
    return matter


def _other_waves(name: str, args: tuple[Any, ...], out: Tensor) -> Tensor:
    return out * 0.5 + 0.3 if name in {"sin", "cos"} else out


def plain_tensors(module: nn.Module) -> Iterator[tuple[str, Tensor]]:
    """The tensors of a module that are neither parameters nor buffers, by name."""
    for path, inner in module.named_modules():
        for name, value in vars(inner).items():
            if isinstance(value, Tensor):
                yield f"{path}.{name}".lstrip("."), value
