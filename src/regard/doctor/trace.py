"""Every softmax, every product and every draw of one run of a module, each with its line.

b batch, q queries, k keys. Functions of torch are seen through a TorchFunctionMode: how a module's parts are called
does not matter, nor whether it writes its softmax by hand.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode

from regard.attention.core import normalise
from regard.doctor.marks import CARRIES, JOINS, WEIGHTS, Mark, Marks, Product, number, source_line

Meddle = Callable[[str, tuple[Any, ...], Tensor], Tensor]
"""From the name of a function, its arguments and its output to the output to use instead."""

DRAWS = {
    *("rand", "randn", "rand_like", "randn_like", "bernoulli", "bernoulli_", "normal", "normal_", "uniform_"),
    *("randint", "randint_like", "randperm", "multinomial", "exponential_", "gumbel_softmax"),
}
MEANS = {"mean", "nanmean", "avg_pool1d", "adaptive_avg_pool1d"}


@dataclass(frozen=True)
class Normalised:
    """One softmax, written out or not."""

    scores: Tensor | None
    weights: Tensor
    mark: Mark
    """That of the scores."""
    where: str
    fused: bool = False
    """Whether a function of torch did it all."""


@dataclass(frozen=True)
class Mix:
    """Values averaged by weights […, k], whose last dimension is the one that is summed over."""

    weights: Tensor
    values: Tensor
    mark: Mark
    """That of the weights."""
    where: str


@dataclass(frozen=True)
class Call:
    """A function that some check wants to know of: which, on what, and where."""

    name: str
    given: tuple[Any, ...]
    out: Any
    where: str
    own: bool
    """Whether the line is the user's."""


class Trace(TorchFunctionMode):
    """What one run of a module did."""

    def __init__(self, meddle: Meddle | None = None) -> None:
        super().__init__()
        self.meddle = meddle
        self.marks = Marks()
        self.softmaxes: list[Normalised] = []
        self.mixes: list[Mix] = []
        self.calls: list[Call] = []
        self.nan: Call | None = None
        """The first function that made NaN of what had none."""

    def __torch_function__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Run the function, note what it did."""
        kwargs = kwargs or {}
        name = str(getattr(func, "__name__", func))
        if name == "multi_head_attention_forward":
            out = self._heads(func, args, kwargs)
        else:
            given = (*args, *(kwargs[word] for word in _WORDS if word in kwargs))
            before = self._marks_of(name, given)
            out = func(*args, **kwargs)
            if self.meddle is not None and isinstance(out, Tensor):
                out = self.meddle(name, given, out)
            if isinstance(out, Tensor | tuple | list) and given:
                self._note(name, given, kwargs, out, before)
        self._first_nan(name, args, kwargs, out)
        return out

    def named(self, *names: str) -> list[Call]:
        """The calls of these functions."""
        return [call for call in self.calls if call.name in names]

    def _marks_of(self, name: str, args: tuple[Any, ...]) -> list[Mark]:
        given = (
            args[0] if name in {"cat", "concat", "stack", "einsum"} and args and not isinstance(args[0], str) else args
        )
        return [self.marks.get(each) for each in (given if isinstance(given, tuple | list) else (given,))]

    def _note(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any], out: Any, before: list[Mark]) -> None:
        place = source_line()
        if name in {"softmax", "_softmax", "log_softmax", "_safe_softmax"}:
            self._weights(name, args, out, before[0], place[0])
        elif name in {"matmul", "__matmul__", "__rmatmul__", "bmm", "mm", "mv", "baddbmm", "linear"}:
            self._matmul(name, args, kwargs, out, before, place[0])
        elif name == "einsum":
            self._einsum(args, out, place[0])
        elif name == "scaled_dot_product_attention":
            self._fused(args, kwargs, before, place[0])
        elif name in {"mul", "mul_", "__mul__", "__rmul__", "multiply", "div", "div_", "true_divide", "__rtruediv__"}:
            self._multiply(name, args, out, before, place[0])
        elif name == "sum":
            self._sum(args, kwargs, before, place[0])
        elif name in {"exp", "exp_", "sigmoid", "sigmoid_"}:
            self._exponential(name.rstrip("_"), args, out, before[0], place[0])
        elif name == "normalize":
            self.marks.put(out, Mark(learned=True))
        elif name in CARRIES and before and before[0] != Mark():
            for each in out if isinstance(out, tuple | list) else (out,):
                self.marks.put(each, before[0])
        elif name in JOINS:
            self._join(out, before)
        if name in DRAWS | MEANS | _WANTED:
            self.calls.append(Call(name, (*args, kwargs), out, *place))

    def _join(self, out: Any, before: list[Mark]) -> None:
        kinds = [mark for mark in before if mark.kind in (*WEIGHTS, "log")]
        if kinds:
            products = tuple(product for each in kinds for product in each.products)
            self.marks.put(out, replace(kinds[0], products=products))
        elif before and all(mark.factor == before[0].factor and not mark.kind for mark in before):
            self.marks.put(out, before[0])

    def _weights(self, name: str, args: tuple[Any, ...], out: Tensor, mark: Mark, where: str) -> None:
        self.softmaxes.append(Normalised(args[0], out.exp() if name == "log_softmax" else out, mark, where))
        kind = "log" if name == "log_softmax" else "softmax"
        self.marks.put(out, Mark(kind, normalised=len(self.softmaxes) - 1))

    def _exponential(self, name: str, args: tuple[Any, ...], out: Tensor, mark: Mark, where: str) -> None:
        if mark.kind == "log":
            self.marks.put(out, replace(mark, kind="softmax"))
        else:
            self.marks.put(out, replace(mark, kind=name, scores=args[0], normalised=-1, weighted=None))

    def _multiply(self, name: str, args: tuple[Any, ...], out: Tensor, before: list[Mark], where: str) -> None:
        divides = "div" in name
        marks = [*before, Mark(), Mark()][:2]
        values = [*args, None, None][:2]
        for mine, mark, other, its in ((0, marks[0], values[1], marks[1]), (1, marks[1], values[0], marks[0])):
            by = number(other)
            if by is not None and isinstance(values[mine], Tensor) and number(values[mine]) is None:
                if divides:
                    self.calls.append(Call("divided by", (values[mine], by), out, *source_line()))
                    by = 1 / by if by else 1.0
                self.marks.scaled(out, mark, None if its.kind == "parameter" or its.learned else by)
                return
        weights, values_ = self._by_kind(args, marks)
        if weights is None:
            self.marks.put(out, Mark(factor=marks[0].factor, learned=marks[0].learned))
            return
        mark = marks[weights]
        if divides and weights == 0 and mark.kind == "exp":
            scored = replace(mark, kind="product" if mark.products else "")
            self.softmaxes.append(Normalised(mark.scores, out, scored, where))
            self.marks.put(out, Mark("softmax", normalised=len(self.softmaxes) - 1))
        elif divides or not isinstance(values_, Tensor) or _is_mask(values_):
            self.marks.put(out, mark)
        else:
            grown = out.numel() > args[weights].numel()
            self.marks.put(out, replace(Mark() if grown else mark, weighted=(args[weights], mark, values_)))

    def _by_kind(self, args: tuple[Any, ...], marks: list[Mark]) -> tuple[int | None, Any]:
        for mine, other in ((0, 1), (1, 0)):
            if marks[mine].kind in WEIGHTS and len(args) > other:
                return mine, args[other]
        return None, None

    def _sum(self, args: tuple[Any, ...], kwargs: dict[str, Any], before: list[Mark], where: str) -> None:
        dim = kwargs.get("dim", next(iter(args[1:]), None))
        dim = next(iter(dim)) if isinstance(dim, tuple | list) and len(dim) == 1 else dim
        held = before[0].weighted if before else None
        if held is None or not isinstance(dim, int):
            return
        weights, mark, values = held
        shape = args[0].shape
        dim %= len(shape)
        weights = weights.reshape(*[1] * (len(shape) - weights.ndim), *weights.shape)
        sizes = [shape[i] if i == dim else size for i, size in enumerate(weights.shape)]
        self.mixes.append(Mix(weights.expand(sizes).movedim(dim, -1), values, mark, where))

    def _matmul(
        self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any], out: Tensor, before: list[Mark], where: str
    ) -> None:
        skip = 1 if name == "baddbmm" else 0
        left, right = args[skip], args[skip + 1]
        one, two = before[skip], before[skip + 1]
        if name == "__rmatmul__":
            left, right, one, two = right, left, two, one
        if name == "linear":
            right = right.mT if right.ndim > 1 else right
        one = replace(one, factor=one.factor * float(kwargs.get("alpha", 1.0)))
        self._contract(left, right, one, two, -1, -2 if right.ndim > 1 else -1, out, where)

    def _contract(
        self, left: Tensor, right: Tensor, one: Mark, two: Mark, last: int, first: int, out: Tensor, where: str
    ) -> None:
        if one.kind in WEIGHTS and two.kind != "parameter":
            self.mixes.append(Mix(left.movedim(last, -1), right, one, where))
        elif two.kind in WEIGHTS and one.kind != "parameter":
            self.mixes.append(Mix(right.movedim(first, -1), left, two, where))
        elif "parameter" not in (one.kind, two.kind):
            product = Product(left, right, left.shape[last], where)
            learned = one.learned or two.learned
            self.marks.put(out, Mark("product", one.factor * two.factor, (product,), learned=learned))

    def _einsum(self, args: tuple[Any, ...], out: Tensor, where: str) -> None:
        operands = args[1] if len(args) == 2 and isinstance(args[1], tuple | list) else args[1:]
        terms, _, result = str(args[0]).replace(" ", "").partition("->")
        letters = terms.split(",")
        if len(operands) != 2 or len(letters) != 2 or "." in terms:
            return
        summed = [letter for letter in letters[0] if letter in letters[1] and letter not in result]
        if len(summed) == 1:
            places = [each.index(summed[0]) for each in letters]
            marks = [self.marks.get(each) for each in operands]
            self._contract(operands[0], operands[1], marks[0], marks[1], places[0], places[1], out, where)

    def _fused(self, args: tuple[Any, ...], kwargs: dict[str, Any], before: list[Mark], where: str) -> None:
        names = ("query", "key", "value", "attn_mask", "dropout_p", "is_causal")
        given = {**dict(zip(names, args, strict=False)), **kwargs}
        q, k, v = given["query"], given["key"], given["value"]
        marks = [self.marks.get(each) for each in (q, k)]
        scale = given.get("scale")
        scale = q.shape[-1] ** -0.5 if scale is None else float(scale)
        if given.get("enable_gqa"):
            k = k.repeat_interleave(q.shape[-3] // k.shape[-3], -3)
        mask, scores = given.get("attn_mask"), q @ k.mT * scale
        if given.get("is_causal"):
            mask = torch.ones(scores.shape[-2:], dtype=torch.bool, device=q.device).tril()
        if mask is not None and mask.dtype != torch.bool:
            scores, mask = scores + mask, None
        weights = normalise(scores, None if mask is None else mask.expand(scores.shape))
        product = Product(q, k.mT, q.shape[-1], where)
        learned = any(mark.learned for mark in marks)
        factor = scale * marks[0].factor * marks[1].factor
        self.softmaxes.append(
            Normalised(scores, weights, Mark("product", factor, (product,), learned=learned), where, True)
        )
        self.mixes.append(Mix(weights, v, Mark("softmax", normalised=len(self.softmaxes) - 1), where))
        if given.get("is_causal"):
            self.calls.append(Call("tril", (), None, where, True))
        if given.get("dropout_p"):
            self.calls.append(Call("dropout", (q, given["dropout_p"], True, {}), None, where, True))

    def _heads(self, func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """`nn.MultiheadAttention`, asked for the weights of each head, whatever the caller wants."""
        wants, average = kwargs.get("need_weights", True), kwargs.get("average_attn_weights", True)
        out, weights = func(*args, **{**kwargs, "need_weights": True, "average_attn_weights": False})
        where, _ = source_line()
        self.softmaxes.append(Normalised(None, weights, Mark(), where, True))
        self.mixes.append(Mix(weights, args[2], Mark("softmax", normalised=len(self.softmaxes) - 1), where))
        return out, (weights.mean(-3) if average else weights) if wants else None

    def _first_nan(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any], out: Any) -> None:
        first = out[0] if isinstance(out, tuple) and out else out
        if self.nan is None and isinstance(first, Tensor) and first.is_floating_point() and first.isnan().any():
            self.nan = Call(name, (*args, kwargs), None, *source_line())


_WORDS = ("input", "self", "mat1", "batch1", "tensors", "mat2", "batch2", "weight", "other", "mask")
"""How torch calls the tensors of a function, in their order, where they are not given by place."""

_WANTED = {
    *("dropout", "eq", "ne", "__eq__", "__ne__", "gt", "embedding", "tril", "triu", "tril_", "triu_", "cat", "concat"),
    *("sin", "cos", "linear", "matmul", "batch_norm", "layer_norm", "__rmatmul__"),
}


def _is_mask(values: Tensor) -> bool:
    return values.dtype == torch.bool or bool(((values == 0) | (values == 1)).all())
