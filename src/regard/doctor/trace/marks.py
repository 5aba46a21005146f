"""What is known of a tensor while a module runs: is it a score, a weight, a parameter, and by what was it scaled."""

import inspect
import linecache
from dataclasses import dataclass, field, replace
from os import sep
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from regard.doctor.inputs.names import claim

WEIGHTS = ("softmax", "exp", "sigmoid", "relu", "product")
"""Kinds of marks that a mixing of values may use as its weights; all but the first without a sum of one."""

CARRIES = {
    *("view", "reshape", "transpose", "transpose_", "permute", "contiguous", "unsqueeze", "squeeze", "expand"),
    *("expand_as", "flatten", "unflatten", "clone", "to", "type", "float", "double", "half", "type_as", "swapaxes"),
    *("swapdims", "movedim", "t", "__getitem__", "repeat", "repeat_interleave", "__get__", "view_as", "reshape_as"),
    *("dropout", "clamp", "clip", "nan_to_num", "tile", "clamp_", "nan_to_num_", "detach", "select", "split", "chunk"),
    *("unbind", "gather", "narrow", "alias", "broadcast_to", "relu", "leaky_relu"),
}
"""Functions of one tensor that leave a score a score, a weight a weight and a parameter a parameter."""

JOINS = {
    *("add", "add_", "sub", "sub_", "__add__", "__radd__", "__sub__", "__rsub__", "masked_fill", "masked_fill_"),
    *("where", "masked_scatter", "cat", "concat", "pad"),
}
"""Functions of several tensors that leave a score a score and a weight a weight."""

_OURS = str(Path(__file__).parents[1])
_TORCH = str(Path(torch.__file__).parent)


@dataclass(frozen=True)
class Product:
    """Scores as products of two activations, queries times keys."""

    left: Tensor
    right: Tensor
    size: int
    """Of the dimension that was summed over: that of a head."""
    where: str
    left_called: str = ""
    """What the user's code calls it: query, key or value; empty where it calls it something else."""
    right_called: str = ""
    out: Tensor | None = None


@dataclass(frozen=True)
class Mark:
    """What is known of one tensor."""

    kind: str = ""
    """softmax, exp, log, sigmoid, relu or product; each, for products of each with each; parameter; empty else."""
    factor: float = 1.0
    """By what it was multiplied since it came out of a layer, numbers only."""
    products: tuple[Product, ...] = ()
    """The products that a score is the sum of."""
    normalised: int = -1
    """Which of the softmaxes made it."""
    learned: bool = False
    """Whether a parameter scaled it, its length was normalised, or it is a state of a recurrent layer, which is bounded
    and which Luong et al. (2015) multiply as it is: no factor is wrong then."""
    scores: Tensor | None = None
    """What an exponential was taken of."""
    weighted: "tuple[Tensor, Mark, Tensor] | None" = None
    """Weights, their mark and the values, where this is their product before the sum."""
    called: str = ""
    """What the user's code calls it: query, key or value."""


@dataclass
class Marks:
    """The marks of all tensors of one run; tensors are kept, so that no other takes their identity."""

    of: dict[int, Mark] = field(default_factory=dict[int, Mark])
    kept: list[Tensor] = field(default_factory=list[Tensor])

    def get(self, tensor: Any) -> Mark:
        """The mark of a tensor; an empty one for anything else."""
        if not isinstance(tensor, Tensor):
            return Mark()
        if isinstance(tensor, torch.nn.Parameter):
            return Mark("parameter")
        return self.of.get(id(tensor), Mark())

    def put(self, tensor: Any, mark: Mark) -> None:
        """Give a tensor its mark."""
        if isinstance(tensor, Tensor):
            self.kept.append(tensor)
            self.of[id(tensor)] = mark

    def scaled(self, out: Any, mark: Mark, by: float | None) -> None:
        """Give `out` this mark, after a multiplication by a number, or by a learned one where that is None."""
        self.put(out, replace(mark, learned=True) if by is None else replace(mark, factor=mark.factor * by))


def number(value: Any) -> float | None:
    """The one number that this is: a Python number or a tensor of one element."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, Tensor) and value.numel() == 1 and value.dtype != torch.bool:
        return float(value.detach())
    return None


def source_line() -> tuple[str, bool]:
    """The line that called a function of torch, as `file:line: code`, and whether it is the user's own."""
    frame, torchs = inspect.currentframe(), ""
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith(_TORCH) and name.endswith("overrides.py"):
            pass
        elif name.startswith(_TORCH):
            torchs = torchs or f"{name.rpartition(sep)[2]}:{frame.f_lineno}"
        elif not name.startswith((_OURS, "<")):
            return f"{name.rpartition(sep)[2]}:{frame.f_lineno}: {code_at(name, frame.f_lineno)}".rstrip(": "), True
        elif name.startswith(_OURS) and frame.f_code.co_name == "run_module":
            break
        frame = frame.f_back
    return torchs, False


def called(tensor: Tensor) -> str:
    """What the outermost of the user's functions with a name for a tensor calls it: query, key, value or nothing."""
    frame, said = inspect.currentframe(), ""
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith(_OURS) and frame.f_code.co_name == "run_module":
            break
        if not name.startswith((_OURS, _TORCH, "<")):
            roles = {claim(word) or "" for word, value in frame.f_locals.items() if value is tensor}
            said = roles.pop() or said if len(roles) == 1 else said
        frame = frame.f_back
    return said


def code_at(name: str, line: int) -> str:
    """What stands at a line of a file."""
    return linecache.getline(name, line).strip()
