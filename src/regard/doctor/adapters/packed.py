"""Modules that take their texts packed, as torch's recurrent layers do."""

import inspect
from collections.abc import Mapping
from typing import Any

from torch import Tensor, nn
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence, pad_packed_sequence

from regard.doctor.adapters.adapted import Adapted

LENGTHS_OF = "lengths_of_packed"
"""The argument that tells how long packed texts are."""


class OfPacked(Adapted):
    """A module of a packed sequence as one of padded texts [b, n] or [b, n, d] and their lengths [b]."""

    def __init__(self, inner: nn.Module, names: tuple[str, ...]) -> None:
        super().__init__(inner)
        self.names = names

    def forward(self, **given: Any) -> Any:
        """What the module makes of the packed texts."""
        lengths: Tensor = given.pop(LENGTHS_OF)
        for name in self.names:
            given[name] = pack_padded_sequence(given[name], lengths.long(), batch_first=True, enforce_sorted=False)
        return self.inner(**given)


def packed_names(module: nn.Module) -> tuple[str, ...]:
    """The arguments of a module that are annotated as packed."""
    every = inspect.signature(module.forward).parameters
    return tuple(name for name, p in every.items() if "PackedSequence" in str(p.annotation))


def packed_in(example: Mapping[str, Any]) -> tuple[str, ...]:
    """The arguments that an example gives packed."""
    return tuple(name for name, value in example.items() if isinstance(value, PackedSequence))


def unpacked(example: Mapping[str, Any]) -> dict[str, Any]:
    """An example with its packed sequences padded, and their lengths beside them."""
    padded = dict(example)
    for name in packed_in(example):
        padded[name], padded[LENGTHS_OF] = pad_packed_sequence(example[name], batch_first=True)
    return padded
