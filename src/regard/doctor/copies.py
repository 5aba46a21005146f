"""Copies of a module that share nothing with it, functions that remember its tensors included."""

import copy
from collections.abc import Iterable, Mapping
from types import CellType, FunctionType
from typing import Any, cast

from torch import nn


def copied(module: nn.Module) -> nn.Module:
    """A deep copy; closures that the module keeps are bound to the copy, which `copy.deepcopy` alone does not do."""
    memo: dict[int, Any] = {}
    for part in module.modules():
        for value in vars(part).values():
            _bind(value, memo)
    return copy.deepcopy(module, memo)


def _bind(value: Any, memo: dict[int, Any]) -> None:
    """Note a copy of every closure in a value, with what it remembers copied too."""
    if isinstance(value, FunctionType):
        if value.__closure__ and id(value) not in memo:
            _rebuild(value, value.__closure__, memo)
    elif isinstance(value, Mapping):
        for each in cast("Mapping[Any, Any]", value).values():
            _bind(each, memo)
    elif isinstance(value, list | tuple | set):
        for each in cast("Iterable[Any]", value):
            _bind(each, memo)


def _rebuild(function: FunctionType, cells: tuple[CellType, ...], memo: dict[int, Any]) -> None:
    own = tuple(CellType() for _ in cells)
    new = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__, own)
    new.__kwdefaults__ = function.__kwdefaults__
    memo[id(function)] = new
    for cell, mine in zip(cells, own, strict=True):
        try:
            kept = cell.cell_contents
        except ValueError:
            continue
        _bind(kept, memo)
        try:
            mine.cell_contents = copy.deepcopy(kept, memo)
        except Exception:
            mine.cell_contents = kept
