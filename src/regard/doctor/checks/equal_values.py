"""Weights that are never seen, as those of linear attention, are tried by values that are all the same."""

from typing import Any

import torch
from torch import Tensor, nn

from regard.doctor.inputs.names import claim
from regard.doctor.running import CannotRun, apart
from regard.doctor.subject import Subject
from regard.doctor.trace.trace import Meddle

NOISE = 1e-3
"""What is moved by less is moved by what keeps a division from being one by zero."""
MAPS = ("linear", "matmul", "__matmul__", "mm", "einsum")


def moved_by_keys(subject: Subject) -> float | None:
    """By how much other keys move a mean of equal values; None where keys and values are not told apart."""
    keys, values = (_maps_called(subject.module, role) for role in ("key", "value"))
    if not keys or not values:
        return None
    try:
        case = subject.case()
        one, two = (subject.retraced(case, _meddle(values, changed))[0] for changed in ([], keys))
    except CannotRun:
        return None
    moved = apart(one, two)
    return moved if moved > NOISE else 0.0


def _maps_called(module: nn.Module, role: str) -> list[Tensor]:
    """The matrices of the layers, and those by themselves, that are called query, key or value."""
    found: list[Tensor] = []
    for name, parameter in module.named_parameters():
        owner = name.rpartition(".")[0].rpartition(".")[2] if name.endswith(".weight") else name
        found += [parameter] if parameter.ndim in (2, 3) and claim(owner) == role else []
    return found


def _meddle(values: list[Tensor], keys: list[Tensor]) -> Meddle:
    """What gives one value to all tokens, and others of some keys."""

    def meddle(name: str, args: tuple[Any, ...], out: Tensor) -> Tensor:
        draws = torch.Generator().manual_seed(5)
        given = [each for each in args if isinstance(each, Tensor)] if name in MAPS else []
        if any(each is value for each in given for value in values):
            return torch.randn(out.shape[-1], generator=draws).expand(out.shape).to(out)
        if any(each is key for each in given for key in keys):
            return out + torch.randn(out.shape, generator=draws).to(out) * out.std()
        return out

    return meddle
