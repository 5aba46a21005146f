"""Weights of a map as rows of numbers, held as one array: a text of 500 words has 250,000 of them in every head."""

from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray


class Rows(Sequence[list[float]]):
    """An array [rows, columns] that reads as a sequence of rows, each a list of plain numbers."""

    def __init__(self, array: NDArray[np.floating[Any]]):
        if array.ndim != 2:
            raise ValueError(f"weights have rows and columns, not the shape {array.shape}")
        self.array = array

    def __len__(self) -> int:
        return len(self.array)

    @overload
    def __getitem__(self, place: int) -> list[float]: ...
    @overload
    def __getitem__(self, place: slice) -> list[list[float]]: ...
    def __getitem__(self, place: int | slice) -> list[float] | list[list[float]]:
        return self.array[place].tolist()

    def __iter__(self) -> Iterator[list[float]]:
        return (row.tolist() for row in self.array)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.array, dtype=dtype, copy=copy)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(list(one) == list(two) for one, two in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash((self.array.shape, self.array.tobytes()))

    def __repr__(self) -> str:
        return f"Rows({self.array.tolist()})"


def array_of(weights: Sequence[Sequence[float]]) -> NDArray[np.floating[Any]]:
    """The weights as one array, without a copy where they are one."""
    if isinstance(weights, Rows):
        return weights.array
    return np.array(weights, dtype=np.float64).reshape(len(weights), -1)


def listed(weights: Sequence[Sequence[float]]) -> list[list[float]]:
    """The weights as plain lists, for a value that is written as JSON or compared."""
    return [list(row) for row in weights]
