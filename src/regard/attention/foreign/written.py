"""Attention that is written out: a softmax whose result, perhaps changed on its way, weighs vectors.

b texts, h heads, q queries, k keys.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from torch import Tensor, nn

HELD = 8
"""Softmaxes whose use is waited for: one that weighs nothing is forgotten after so many others."""
TIMES = {"mul", "__mul__", "__rmul__", "multiply"}
SUM = "sum"
Step = Callable[[Tensor], Tensor]


@dataclass(frozen=True)
class Kin:
    """What was made of weights; it is held, so that nothing else gets its place in memory."""

    tensor: Tensor
    steps: tuple[Step, ...] = ()
    """How it was made."""
    spread: bool = False
    """Whether the weights were multiplied with vectors, place by place: attention, once it is summed up over keys."""


@dataclass(eq=False)
class Written:
    """The result of a softmax, and what was made of it since."""

    weights: Tensor
    along: int
    """The dimension of the keys, over which weights sum to one."""
    maker: nn.Module
    """The module that was running."""
    kin: dict[int, Kin] = field(default_factory=dict[int, Kin])

    def shown(self, site: nn.Module | None, used: Sequence[Any]) -> Tensor:
        """The weights as [b, h, q, k]; `used` are the arguments of the operation that weighs vectors with them.

        Two dimensions are those of a batch with one query each, where an argument has a third; else of one text.
        """
        weights = self._keys_last()
        if isinstance(site, nn.MultiheadAttention) and weights.ndim == 3:
            return weights.unflatten(0, (-1, site.num_heads))
        batched = any(isinstance(arg, Tensor) and arg.ndim > 2 and len(arg) == len(weights) for arg in used)
        if weights.ndim == 2 and batched:
            return weights[:, None, None]
        if weights.ndim == 3:
            return weights[:, None]
        return weights[(None,) * (4 - weights.ndim)] if weights.ndim <= 4 else weights.flatten(0, -4)

    def unshown(self, changed: Tensor) -> Tensor:
        """Weights [b, h, q, k] with the dimensions that the softmax gave them."""
        return changed.reshape(self._keys_last().shape).movedim(-1, self.along)

    def _keys_last(self) -> Tensor:
        last = self.along in (-1, self.weights.ndim - 1)
        return self.weights if last else self.weights.movedim(self.along, -1)


class Softmaxes:
    """Those whose use is waited for, the latest first. `mark` tells tensors apart."""

    def __init__(self, mark: Callable[[Tensor], int]) -> None:
        self.mark = mark
        self.waiting: list[Written] = []

    def begin(self, weights: Tensor, along: int, maker: nn.Module) -> None:
        """Wait for the use of a softmax's result."""
        self.waiting = [Written(weights, along, maker, {self.mark(weights): Kin(weights)}), *self.waiting[: HELD - 1]]

    def end(self, one: Written) -> None:
        """Wait no longer."""
        self.waiting = [other for other in self.waiting if other is not one]

    def among(self, args: Sequence[Any]) -> tuple[Written, Kin, int] | None:
        """The latest softmax of which something stands among these arguments, what that is, and where."""
        marks = [self.mark(arg) if isinstance(arg, Tensor) else None for arg in args]
        for one in self.waiting:
            for place, mark in enumerate(marks):
                if mark in one.kin:
                    return one, one.kin[mark], place
        return None

    def follow(self, one: Written, name: str, result: Any, steps: tuple[Step, ...] = ()) -> None:
        """Something was made of weights or of their kin: it is kin, if each weight is still in it."""
        if not isinstance(result, Tensor):
            return
        same = result.numel() == one.weights.numel()
        if same or (name in TIMES and result.numel() > one.weights.numel()):
            one.kin[self.mark(result)] = Kin(result, steps, spread=not same)
        elif name in ("slice", "__getitem__") and result.ndim == one.weights.ndim:
            one.weights, one.kin = result, {self.mark(result): Kin(result)}


def sums_keys(one: Written, kin: Kin, name: str, given: Sequence[Any]) -> bool:
    """Whether spread weights are summed up over their keys; `given` are the arguments after the first."""
    along = only_dimension(given) if name == SUM and kin.spread else None
    return along is not None and kin.tensor.shape[along] == one.weights.shape[one.along]


def only_dimension(given: Sequence[Any]) -> int | None:
    """The dimension of a sum over one alone; `given` are the arguments after the first."""
    dims: list[int] = [given[0]] if given and isinstance(given[0], int) else list((given and given[0]) or ())
    return dims[0] if len(dims) == 1 else None
