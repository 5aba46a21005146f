"""Every softmax, every product and every draw of one run of a module, each with its line.

b batch, q queries, k keys. Functions of torch are seen through a TorchFunctionMode: how a module's parts are called
does not matter, nor whether it writes its softmax by hand.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor
from torch.nn import Parameter
from torch.overrides import TorchFunctionMode

from regard.doctor.trace.kernels import Kernels
from regard.doctor.trace.marks import CARRIES, JOINS, WEIGHTS, Mark, source_line
from regard.doctor.trace.seen import Call, Mix, laid, without_last

Meddle = Callable[[str, tuple[Any, ...], Tensor], Tensor]
"""From the name of a function, its arguments and its output to the output to use instead."""

DRAWS = {
    *("rand", "randn", "rand_like", "randn_like", "bernoulli", "bernoulli_", "normal", "normal_", "uniform_"),
    *("randint", "randint_like", "randperm", "multinomial", "exponential_", "gumbel_softmax"),
    "kaiming_uniform_",
}
DROPS = ("dropout", "dropout1d", "dropout2d", "dropout3d", "alpha_dropout", "feature_dropout", "feature_alpha_dropout")
MEANS = {"mean", "nanmean", "avg_pool1d", "adaptive_avg_pool1d"}
RECURRENT = {"gru", "lstm", "rnn_tanh", "rnn_relu", "gru_cell", "lstm_cell", "rnn_tanh_cell", "_pad_packed_sequence"}
"""Functions whose results are states of recurrent layers."""

CUTS = {"relu", "relu_", "softplus"}
"""Functions that make weights of scores of which some are hidden, in the place of a softmax."""

LOW = -1e3
"""Scores below are those of what is hidden."""
SEEN = 1e-7
"""Weights above are those of what is shown."""


class Trace(Kernels, TorchFunctionMode):
    """What one run of a module did."""

    def __init__(self, meddle: Meddle | None = None) -> None:
        super().__init__()
        self.meddle = meddle
        self.parameters: dict[int, tuple[Parameter, str]] = {}
        """The parameters that were used, each with its first line."""
        self.nan: Call | None = None
        """The first function that made NaN of what had none."""

    def __torch_function__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Run the function, note what it did; a call that cannot be read must not stop the module."""
        kwargs = kwargs or {}
        name = str(getattr(func, "__name__", func))
        for each in (*args, *kwargs.values()):
            if isinstance(each, Parameter) and id(each) not in self.parameters:
                self.parameters[id(each)] = each, source_line()[0]
        if name == "multi_head_attention_forward":
            out = self.heads(func, args, kwargs)
        else:
            given = (*args, *(kwargs[word] for word in _WORDS if word in kwargs))
            before = self._marks_of(name, given)
            out = func(*args, **kwargs)
            if self.meddle is not None and isinstance(out, Tensor):
                out = self.meddle(name, given, out)
            if isinstance(out, Tensor | tuple | list) and given:
                with suppress(Exception):
                    self._note(name, given, kwargs, out, before)
        self._first_nan(name, args, kwargs, out)
        return out

    def forget_last_row(self, rows: int, other: "Trace") -> None:
        """Leave out the last of so many rows, which only kept the others company; in the other trace it is another."""
        self.mixes = without_last(self.mixes, other.mixes, rows)
        self.softmaxes = without_last(self.softmaxes, other.softmaxes, rows)

    def lift(self) -> None:
        """Give what was seen of one text at a time a batch of one, so that all dimensions are where checks look."""
        self.mixes = [replace(mix, weights=mix.weights[None], values=mix.values[None]) for mix in self.mixes]
        for i, one in enumerate(self.softmaxes):
            products = tuple(
                replace(p, left=p.left[None], right=p.right[None], out=None if p.out is None else p.out[None])
                for p in one.mark.products
            )
            scores = None if one.scores is None else one.scores[None]
            lifted = replace(one, weights=one.weights[None], scores=scores, mark=replace(one.mark, products=products))
            self.softmaxes[i] = lifted

    def place_of(self, mix: Mix) -> str:
        """The line that made the weights of a mixing."""
        return self.softmaxes[mix.mark.normalised].where if mix.mark.normalised >= 0 else mix.where

    def visible(self, mix: Mix) -> Tensor:
        """Which keys may be looked at, by their scores where they are known: sharp weights are zero without a mask."""
        scores = self._scores_of(mix)
        if scores is None or not bool((scores > LOW).any()):
            return mix.weights.nan_to_num() > SEEN
        return scores > LOW

    def _scores_of(self, mix: Mix) -> Tensor | None:
        """What the softmax was taken of, its dimensions in the order of the weights; nothing where these are others."""
        made = self.softmaxes[mix.mark.normalised] if mix.mark.normalised >= 0 else None
        if made is None or made.scores is None or made.scores.shape == mix.weights.shape:
            return None if made is None else made.scores
        if made.scores.shape == made.weights.shape:
            for dim in range(made.scores.ndim):
                scores, weights = (laid(each.movedim(dim, -1)) for each in (made.scores, made.weights))
                if weights.shape == mix.weights.shape and torch.equal(weights, mix.weights):
                    return scores
        return None

    def named(self, *names: str) -> list[Call]:
        """The calls of these functions."""
        return [call for call in self.calls if call.name in names]

    def _marks_of(self, name: str, args: tuple[Any, ...]) -> list[Mark]:
        given = (
            args[0] if name in {"cat", "concat", "stack", "einsum"} and args and not isinstance(args[0], str) else args
        )
        every = given if isinstance(given, tuple | list) else (given,)
        return [self.mark_of(each) for each in every]

    def _note(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any], out: Any, before: list[Mark]) -> None:
        place = source_line()
        if name in {"softmax", "_softmax", "log_softmax", "_safe_softmax"}:
            self.weights(name, args, out, before[0], place[0])
        elif name in {"matmul", "__matmul__", "__rmatmul__", "bmm", "mm", "mv", "baddbmm", "linear"}:
            self.matmul(name, args, kwargs, out, before, place[0])
        elif name == "einsum":
            self.einsum(args, out, place[0])
        elif name == "scaled_dot_product_attention":
            self.fused(args, kwargs, before, place[0])
        elif name in {"mul", "mul_", "__mul__", "__rmul__", "multiply", "div", "div_", "true_divide", "__rtruediv__"}:
            self.multiply(name, args, out, before, place[0])
        elif name == "sum":
            self.sum(args, kwargs, out, before, place[0])
        elif name in {"exp", "exp_", "sigmoid", "sigmoid_"}:
            self.exponential(name.rstrip("_"), args, out, before[0], place[0])
        elif name in CUTS and bool((args[0] < LOW).any()):
            self.exponential("relu", args, out, before[0], place[0])
        elif name in RECURRENT:
            for state in out if isinstance(out, tuple | list) else (out,):
                self.marks.put(state, Mark(learned=True))
        elif name == "normalize":
            self.marks.put(out, before[0] if before[0].kind in WEIGHTS else Mark(learned=True))
        elif name in CARRIES and before and before[0] != Mark():
            for each in out if isinstance(out, tuple | list) else (out,):
                self.marks.put(each, before[0])
        elif name in JOINS:
            self.join(name, out, before)
        if name in DRAWS | MEANS | _WANTED:
            self.calls.append(Call(name, (*args, kwargs), out, *place))

    def _first_nan(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any], out: Any) -> None:
        first = out[0] if isinstance(out, tuple) and out else out
        if self.nan is None and isinstance(first, Tensor) and first.is_floating_point() and first.isnan().any():
            self.nan = Call(name, (*args, kwargs), None, *source_line())


_WORDS = ("input", "self", "mat1", "batch1", "tensors", "mat2", "batch2", "weight", "other", "mask")
"""How torch calls the tensors of a function, in their order, where they are not given by place."""

_WANTED = {
    *DROPS,
    *(
        "embedding_bag",
        "eq",
        "ne",
        "__eq__",
        "__ne__",
        "gt",
        "embedding",
        "__getitem__",
        "tril",
        "triu",
        "tril_",
        "triu_",
        "cat",
        "concat",
        "sum",
        "div",
        "true_divide",
        "max",
        "amax",
        "max_pool1d",
        "adaptive_max_pool1d",
    ),
    *("lstm", "gru", "rnn_tanh", "rnn_relu", "conv1d", "conv2d", "instance_norm", "group_norm"),
    *("sin", "cos", "linear", "matmul", "einsum", "bmm", "mv", "batch_norm", "layer_norm", "__rmatmul__"),
}
