"""Modules that take one text at a time, without a batch."""

from typing import Any

import torch
from torch import Tensor

from regard.doctor.adapters.adapted import Adapted


class OneByOne(Adapted):
    """A module of one text [n, d] or [n] as one of batches: rows go through it one after the other."""

    def forward(self, **given: Any) -> Any:
        """The results of all rows, stacked; of several results, the first."""
        tensors = {name: value for name, value in given.items() if isinstance(value, Tensor) and value.ndim}
        rows = len(next(iter(tensors.values())))
        results: list[Tensor] = []
        for row in range(rows):
            result = self.inner(**{**given, **{name: value[row] for name, value in tensors.items()}})
            results.append(result[0] if isinstance(result, tuple | list) else result)
        return torch.stack(results)


def batched(example: Any) -> Any:
    """An example of one text as one of a batch of it alone, twice."""
    if isinstance(example, dict):
        return {name: batched(value) for name, value in example.items()}
    if isinstance(example, tuple | list):
        return [batched(value) for value in example]
    return torch.stack([example, example]) if isinstance(example, Tensor) else example
