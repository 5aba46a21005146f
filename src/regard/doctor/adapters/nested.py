"""Modules that take some of their tensors inside a tuple, a dict or an object, such as the two states of an LSTM."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from torch import Tensor, nn
from torch.nn.utils.rnn import PackedSequence

from regard.doctor.adapters.adapted import Adapted


class OfNested(Adapted):
    """A module of nested arguments as one of tensors, which are called by the way to them: `hidden.0`, `batch.mask`."""

    def __init__(self, inner: nn.Module, example: Mapping[str, Any]) -> None:
        super().__init__(inner)
        self.example = {name: value for name, value in example.items() if parts_of(value)}

    def forward(self, **given: Any) -> Any:
        """What the module makes of the arguments, nested as in the example."""
        whole = {name: _filled(value, name, given) for name, value in self.example.items()}
        return self.inner(**{name: value for name, value in given.items() if "." not in name}, **whole)


def parts_of(value: Any) -> dict[str, Any]:
    """What is in a tuple, a dict or a dataclass that holds tensors, by name; nothing for anything else."""
    parts: dict[str, Any] = {}
    if isinstance(value, Mapping):
        parts = {str(name): each for name, each in value.items()}
    elif is_dataclass(value) and not isinstance(value, type):
        parts = {field.name: getattr(value, field.name) for field in fields(value)}
    elif isinstance(value, tuple | list) and not isinstance(value, PackedSequence):
        parts = {str(place): each for place, each in enumerate(value)}
    return parts if any(isinstance(each, Tensor) or parts_of(each) for each in parts.values()) else {}


def flattened(example: Mapping[str, Any]) -> dict[str, Any]:
    """An example with all its tensors side by side."""
    flat: dict[str, Any] = {}
    for name, value in example.items():
        inner = parts_of(value)
        flat |= {f"{name}.{key}": each for key, each in flattened(inner).items()} if inner else {name: value}
    return flat


def _filled(value: Any, name: str, given: Mapping[str, Any]) -> Any:
    """A value like this one with what was given under its name."""
    parts = parts_of(value)
    if not parts:
        return given.get(name, value)
    filled = {key: _filled(each, f"{name}.{key}", given) for key, each in parts.items()}
    if isinstance(value, Mapping):
        return filled
    if isinstance(value, tuple | list):
        return type(value)(*filled.values()) if hasattr(value, "_fields") else type(value)(filled.values())
    return replace(value, **filled)
