"""Weights that are made without a softmax: the exponential of a log-softmax, or exponentials divided by their sum."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import torch
from torch import Tensor

from regard.attention.foreign.written import SUM, only_dimension

HELD = 4
"""How much is waited for: what is older is forgotten, and what is further from the exponentials is not followed."""
LOGS, POWERS = {"log_softmax", "_log_softmax"}, {"exp", "exp_"}
QUOTIENTS = {"div", "div_", "divide", "true_divide", "__truediv__", "__itruediv__"}
Mark = Callable[[Tensor], int]


class Total(NamedTuple):
    """A sum of exponentials, perhaps with something small added."""

    tensor: Tensor
    shape: torch.Size
    """Of what was summed up."""
    along: int


@dataclass(eq=False)
class Exponentials:
    """Those of some scores, and what was made of them, such as what a mask leaves."""

    scores: Tensor
    kin: dict[int, Tensor] = field(default_factory=dict[int, Tensor])
    totals: dict[int, Total] = field(default_factory=dict[int, Total])

    def quotient(self, name: str, args: Sequence[Any], given: Sequence[Any], result: Tensor, mark: Mark) -> int | None:
        """The dimension over which a result sums to one, if it is exponentials by their sum; else, what it is."""
        marks = [mark(arg) if isinstance(arg, Tensor) else None for arg in args]
        total = next((self.totals[one] for one in marks if one in self.totals), None)
        if total is not None:
            if name in QUOTIENTS and marks[0] in self.kin and result.shape == total.shape:
                return total.along
            if result.numel() == total.tensor.numel():
                self.totals[mark(result)] = total._replace(tensor=result)
        elif any(one in self.kin for one in marks):
            along = only_dimension(given) if name == SUM else None
            if along is not None:
                self.totals[mark(result)] = Total(result, args[0].shape, along % args[0].ndim)
            elif result.numel() == self.scores.numel() and len(self.kin) < HELD:
                self.kin[mark(result)] = result
        return None


class Making:
    """What may yet become weights, the latest first. `mark` tells tensors apart."""

    def __init__(self, mark: Mark) -> None:
        self.mark = mark
        self.logs: list[tuple[Tensor, int]] = []
        self.exponentials: list[Exponentials] = []

    def made(self, name: str, args: Sequence[Any], given: Sequence[Any], result: Any) -> tuple[Tensor, int] | None:
        """Weights and the dimension of their keys, if this operation has made some; `given` may begin with one."""
        if name in LOGS:
            self.logs = [(result, given[0]), *self.logs[: HELD - 1]]
        elif name in POWERS and args:
            return self._of_logs(args[0], result) or self._begin(args[0], result)
        elif self.exponentials and isinstance(result, Tensor):
            for one in self.exponentials:
                along = one.quotient(name, args, given, result, self.mark)
                if along is not None:
                    return result, along
        return None

    def _of_logs(self, logs: Tensor, result: Tensor) -> tuple[Tensor, int] | None:
        """Weights, if these logarithms are of a log-softmax."""
        for of, along in self.logs:
            if self.mark(of) == self.mark(logs) and of.shape == result.shape:
                return result, along
        return None

    def _begin(self, scores: Tensor, result: Tensor) -> None:
        """Wait for the sum; whoever writes exp twice means the same."""
        one = next((one for one in self.exponentials if self.mark(one.scores) == self.mark(scores)), None)
        if one is None:
            one = Exponentials(scores)
            self.exponentials = [one, *self.exponentials[: HELD - 1]]
        one.kin[self.mark(result)] = result
