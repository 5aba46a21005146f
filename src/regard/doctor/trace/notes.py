"""How functions of torch change what is known of tensors: which make scores, which weights, which mix values."""

from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from regard.doctor.trace.letters import is_turned, letters_of
from regard.doctor.trace.marks import WEIGHTS, Mark, Marks, Product, called, number, source_line
from regard.doctor.trace.seen import Call, Mix, Normalised, laid


class Notes:
    """What is noted of one run of a module."""

    def __init__(self) -> None:
        super().__init__()
        self.marks = Marks()
        self.softmaxes: list[Normalised] = []
        self.mixes: list[Mix] = []
        self.calls: list[Call] = []

    def mark_of(self, value: Any) -> Mark:
        """What is known of a value, with what the user's code calls it."""
        mark = self.marks.get(value)
        if not isinstance(value, Tensor) or mark.kind or mark.called or value.ndim < 2:
            return mark
        said = called(value)
        if said:
            mark = replace(mark, called=said)
            self.marks.put(value, mark)
        return mark

    def join(self, name: str, out: Any, before: list[Mark]) -> None:
        """Sums and masked scores are what they were made of."""
        if name.startswith("masked_fill"):
            before = before[:1]
        kinds = [mark for mark in before if mark.kind in (*WEIGHTS, "log")]
        if kinds:
            products = tuple(product for each in kinds for product in each.products)
            self.marks.put(out, replace(kinds[0], products=products))
        elif before and all(mark.factor == before[0].factor and not mark.kind for mark in before):
            self.marks.put(out, before[0])

    def weights(self, name: str, args: tuple[Any, ...], out: Tensor, mark: Mark, where: str) -> None:
        """A softmax."""
        self.softmaxes.append(Normalised(args[0], out.exp() if name == "log_softmax" else out, mark, where))
        kind = "log" if name == "log_softmax" else "softmax"
        self.marks.put(out, Mark(kind, normalised=len(self.softmaxes) - 1))

    def exponential(self, name: str, args: tuple[Any, ...], out: Tensor, mark: Mark, where: str) -> None:
        """An exponential or a sigmoid, which may be a softmax by hand."""
        if mark.kind == "log":
            self.marks.put(out, replace(mark, kind="softmax"))
        elif name == "exp" and _sums_to_one(out):
            self.weights(name, args, out, mark, where)
        else:
            self.marks.put(out, replace(mark, kind=name, scores=args[0], normalised=-1, weighted=None))

    def multiply(self, name: str, args: tuple[Any, ...], out: Tensor, before: list[Mark], where: str) -> None:
        """A multiplication or a division: a scale, a mask, the end of a softmax by hand, or weights times values."""
        divides = "div" in name
        marks = [*before, Mark(), Mark()][:2]
        values = [*args, None, None][:2]
        for mine, mark, other, its in ((0, marks[0], values[1], marks[1]), (1, marks[1], values[0], marks[0])):
            by = number(other)
            if by is not None and isinstance(values[mine], Tensor) and number(values[mine]) is None:
                if divides:
                    by = 1 / by if by else 1.0
                if by:
                    self.calls.append(Call("divided by", (values[mine], 1 / by), out, *source_line()))
                learned = its.learned or (isinstance(other, Tensor) and its.kind == "parameter" and other.requires_grad)
                self.marks.scaled(out, mark, None if learned else by)
                return
        weights, values_ = self._by_kind(args, marks, divides=divides)
        if weights is None:
            both = all(isinstance(each, Tensor) and each.ndim > 1 and not _is_mask(each) for each in values)
            if both and "parameter" not in (marks[0].kind, marks[1].kind) and not divides:
                self._each(args, marks, out, where)
                return
            normed = divides and isinstance(values[1], Tensor) and values[1].shape[-1:] == (1,)
            self.marks.put(out, Mark(factor=marks[0].factor, learned=marks[0].learned or normed))
            return
        mark = marks[weights]
        if divides and weights == 0 and mark.kind == "exp":
            scored = replace(mark, kind="product" if mark.products else "")
            self.softmaxes.append(Normalised(mark.scores, out, scored, where))
            self.marks.put(out, Mark("softmax", normalised=len(self.softmaxes) - 1))
        elif divides or not isinstance(values_, Tensor) or _is_mask(values_):
            self.marks.put(out, mark)
        elif mark.kind == "product" and values_.shape[-2:] == (1, 1):
            self.marks.put(out, replace(mark, learned=True))
        else:
            grown = out.numel() > args[weights].numel()
            self.marks.put(out, replace(Mark() if grown else mark, weighted=(args[weights], mark, values_)))

    def _each(self, args: tuple[Any, ...], marks: list[Mark], out: Tensor, where: str) -> None:
        """Each with each, which may be summed up to a product."""
        one, two = marks
        product = Product(args[0], args[1], 0, where, one.called, two.called)
        self.marks.put(out, Mark("each", one.factor * two.factor, (product,), learned=one.learned or two.learned))

    def _by_kind(self, args: tuple[Any, ...], marks: list[Mark], *, divides: bool) -> tuple[int | None, Any]:
        for kinds in (WEIGHTS, () if divides else ("log",)):
            for mine, other in ((0, 1), (1, 0)):
                if marks[mine].kind in kinds and len(args) > other:
                    return mine, args[other]
        return None, None

    def sum(self, args: tuple[Any, ...], kwargs: dict[str, Any], out: Any, before: list[Mark], where: str) -> None:
        """A sum, which may be the last step of mixing values or of a product."""
        dim = kwargs.get("dim", next(iter(args[1:]), None))
        dim = next(iter(dim)) if isinstance(dim, tuple | list) and len(dim) == 1 else dim
        held = before[0].weighted if before else None
        if not isinstance(dim, int):
            return
        if held is None:
            if before and before[0].kind == "each":
                product = replace(before[0].products[0], size=args[0].shape[dim], out=out)
                self.marks.put(out, replace(before[0], kind="product", products=(product,)))
            return
        weights, mark, values = held
        shape = args[0].shape
        dim %= len(shape)
        weights = weights.reshape(*[1] * (len(shape) - weights.ndim), *weights.shape)
        sizes = [shape[i] if i == dim else size for i, size in enumerate(weights.shape)]
        self.mixes.append(Mix(laid(weights.expand(sizes).movedim(dim, -1)), values, mark, where))

    def matmul(
        self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any], out: Tensor, before: list[Mark], where: str
    ) -> None:
        """A product of matrices."""
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
        mixing = (*WEIGHTS, "log")
        if one.kind in mixing and two.kind != "parameter":
            self.mixes.append(Mix(laid(left.movedim(last, -1)), right, one, where, two.called))
        elif two.kind in mixing and one.kind != "parameter":
            self.mixes.append(Mix(laid(right.movedim(first, -1)), left, two, where, one.called))
        elif "parameter" not in (one.kind, two.kind):
            product = Product(left, right, left.shape[last], where, one.called, two.called, out)
            learned = one.learned or two.learned
            self.marks.put(out, Mark("product", one.factor * two.factor, (product,), learned=learned))

    def einsum(self, args: tuple[Any, ...], out: Tensor, where: str) -> None:
        """A product of two tensors over one letter."""
        operands = args[1] if len(args) == 2 and isinstance(args[1], tuple | list) else args[1:]
        if len(operands) != 2:
            return
        letters, result = letters_of(str(args[0]), [each.ndim for each in operands])
        summed = [letter for letter in letters[0] if letter in letters[1] and letter not in result]
        if len(summed) == 1:
            places = [each.index(summed[0]) for each in letters]
            marks = [self.mark_of(each) for each in operands]
            one, two = (1, 0) if is_turned(letters, result) else (0, 1)
            self._contract(operands[one], operands[two], marks[one], marks[two], places[one], places[two], out, where)


def _sums_to_one(values: Tensor) -> bool:
    """Whether exponentials were divided before they were taken: e^(x − log Σ e^x)."""
    if values.ndim < 2:
        return False
    sums = [values.sum(dim) for dim in range(values.ndim) if values.shape[dim] > 1]
    return any(torch.allclose(each, torch.ones_like(each), atol=1e-4) for each in sums)


def _is_mask(values: Tensor) -> bool:
    return values.dtype == torch.bool or bool(((values == 0) | (values == 1)).all())
