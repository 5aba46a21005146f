"""A module on the table: how to call it, and what it did when it was called."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

import torch
from torch import Tensor, nn

from regard.doctor.adapters.one_by_one import OneByOne
from regard.doctor.inputs.layout import Case, Layout
from regard.doctor.returned import tensors_in
from regard.doctor.running import SMALL, CannotRun, apart, run_module
from regard.doctor.trace.seen import Mix
from regard.doctor.trace.trace import Meddle, Trace

MANY = 9
"""More tokens than a module sets before the words: where nothing tells their place, all of its own stand there."""
Found = TypeVar("Found")


@dataclass
class Subject:
    """A module in evaluation, the layout of its arguments, and sizes that no dimension of its own has."""

    module: nn.Module
    layout: Layout
    rows: int = 3
    n: int = 7
    short: int = 4
    """The length of a row that is padded to n."""
    m: int = 7
    """Tokens that look, where they are others."""
    guessed: bool = False
    """Whether the meaning of its mask was found by trying, not shown by an example."""
    _traces: dict[tuple[Any, ...], tuple[Tensor, Trace]] = field(default_factory=dict[Any, Any])
    _found: dict[Any, Any] = field(default_factory=dict[Any, Any])

    def but(self, **changes: Any) -> "Subject":
        """The subject with another layout, another module or the like."""
        return replace(self, **changes, _traces={}, _found={})

    def once(self, found: Callable[["Subject"], Found]) -> Found:
        """What a function finds of this subject; it is called once."""
        if found not in self._found:
            self._found[found] = found(self)
        return self._found[found]

    def case(self, length: int | None = None, n: int | None = None, m: int | None = None, rows: int = 0) -> Case:
        """Rows of one length, all as long as they can be by default."""
        n = n or self.n
        return self.layout.case([length or n] * (rows or self.rows), n, m or (self.m if self.layout.streams > 1 else n))

    def result(self, case: Case, *, seed: int = 0, trace: Trace | None = None) -> Tensor:
        """The result: the first tensor that is returned and is not made of weights; rows come first."""
        if self.layout.of("lengths") and 0 < max(case.lengths) < case.n:
            company = self.layout.in_company(case)
            result = self.result(company, seed=seed, trace=trace)
            if trace is not None:
                other = Trace(trace.meddle)
                self.result(self.layout.changed(company, [len(case.lengths)], range(case.n)), seed=seed, trace=other)
                trace.forget_last_row(len(case.lengths) + 1, other)
            return result[:-1] if result.ndim and len(result) == len(case.lengths) + 1 else result
        with torch.no_grad():
            returned = list(tensors_in(run_module(self.module, case, seed=seed, trace=trace)))
        if trace is not None and isinstance(self.module, OneByOne):
            trace.lift()
        if not returned:
            raise CannotRun("it returns no tensor of real numbers")
        seen = [] if trace is None else [mix.weights for mix in trace.mixes]
        chosen = next((one for one in returned if not any(one is weights for weights in seen)), returned[0])
        if any(a.heads and chosen.ndim == 4 and chosen.shape[1] == a.heads for a in self.layout.arguments):
            chosen = chosen.transpose(1, 2)
        if self.layout.sequence_first and chosen.ndim > 1 and chosen.shape[1] == len(case.lengths):
            chosen = chosen.transpose(0, 1)
        return chosen

    def traced(self, length: int | None = None) -> tuple[Tensor, Trace]:
        """The result and the trace of rows of this length, padded to n."""
        key = (length,)
        if key not in self._traces:
            trace = Trace()
            self._traces[key] = self.result(self.case(length), trace=trace), trace
        return self._traces[key]

    def retraced(self, case: Case, meddle: Meddle | None = None) -> tuple[Tensor, Trace]:
        """The result and the trace of another case."""
        trace = Trace(meddle)
        return self.result(case, trace=trace), trace

    def extra(self, result: Tensor) -> int | None:
        """Tokens that the result has beside those given, such as a CLS; None where it is no sequence."""
        if result.ndim < 2 or result.shape[0] != self.rows:
            return None
        size = self.n if self.layout.streams == 1 or result.shape[1] == self.n != self.m else None
        most = 2 if result.ndim > 2 else 0
        return result.shape[1] - size if size and 0 <= result.shape[1] - size <= most else None

    def real(self, result: Tensor, length: int) -> Tensor:
        """The part of a result that belongs to words, not to padding."""
        extra = self.extra(result)
        return result if extra is None else self.without_padding(result, 1, length)

    def without_padding(self, tokens: Tensor, dim: int, length: int) -> Tensor:
        """A tensor without what belongs to padding in a dimension of all tokens, those of the module's own included."""
        hidden = set(self.padded_places(tokens.shape[dim], length))
        kept = [place for place in range(tokens.shape[dim]) if place not in hidden]
        return tokens.index_select(dim, torch.tensor(kept))

    def padded_places(self, size: int, length: int) -> range:
        """Where padding stands among so many tokens, of which those beyond n are the module's own."""
        front = min(self.in_front, size - self.n) if size > self.n else 0
        padding = self.layout.padding(length, self.n)
        return range(front + padding.start, front + padding.stop)

    @cached_property
    def in_front(self) -> int:
        """How many of a module's own tokens, such as a CLS, stand before the words; the others stand behind."""
        one, two = (self.retraced(each)[1].mixes for each in (self.case(), self._with_another_first()))
        for before, after in zip(one, two, strict=False):
            size, shape = before.weights.shape[-1], before.values.shape
            if size - before.after > self.n and size in shape and shape == after.values.shape:
                dims = [dim for dim, each in enumerate(shape) if each != size]
                moved = (before.values - after.values).abs().amax(dims) > 0
                return int(moved.nonzero()[0]) if moved.ndim == 1 and int(moved.sum()) == 1 else MANY
        return MANY

    def _with_another_first(self) -> Case:
        return self.layout.changed(self.case(), range(self.rows), [0])

    def attentions(self, trace: Trace) -> list[Mix]:
        """The mixes over the tokens that are looked at, and the weights that nothing visible mixed with."""
        mixes = self.over_tokens(trace)
        if self.layout.streams > 1 and self.m == self.n:
            others = {id(mix) for mix, other in zip(trace.mixes, self._of_others, strict=False) if other}
            mixes = [mix for mix in mixes if id(mix) not in others]
        found = [mix for mix in mixes if mix.is_shared_out]
        mixed = {mix.mark.normalised for mix in trace.mixes}
        for i, one in enumerate(trace.softmaxes):
            if i not in mixed and one.weights.ndim > 1 and one.weights.shape[-1] == self.n:
                found.append(Mix(one.weights, one.weights, one.mark, one.where, unmixed=True))
        return found

    def over_tokens(self, trace: Trace) -> list[Mix]:
        """The mixes by as many weights as there are tokens; fewer where texts are shorter, or the size is a chance."""
        sizes = (self.n, self.n + 1, self.n + 2)
        shorter = self._shorter if len(self._shorter) == len(trace.mixes) else trace.mixes
        return [
            mix
            for mix, other in zip(trace.mixes, shorter, strict=True)
            if mix.weights.shape[-1] in sizes and (other is mix or other.weights.shape[-1] != mix.weights.shape[-1])
        ]

    @cached_property
    def _shorter(self) -> list[Mix]:
        """What is seen where texts are shorter; nothing where the module does not take them."""
        try:
            return self.retraced(self.case(n=self.short))[1].mixes
        except CannotRun:
            return []

    @cached_property
    def _of_others(self) -> list[bool]:
        """Whether each mix is of values that hang on the tokens that look, not only on those that are looked at."""
        case = self.case()
        other = self.layout.changed(case, range(self.rows), range(self.m), keys=False)
        one, two = (self.retraced(each)[1].mixes for each in (case, other))
        return [apart(before.values, after.values) > SMALL for before, after in zip(one, two, strict=False)]

    def influence(self, case: Case, places: list[int], result: Tensor | None = None, *, keys: bool = True) -> Tensor:
        """By how much [places, results of the first row] the result moves when the word at a place is another."""
        base = self.result(case) if result is None else result
        moved: list[Tensor] = []
        for place in places:
            other = self.result(self.layout.changed(case, [0], [place], keys=keys))
            difference = (other[0] - base[0]).abs().nan_to_num()
            moved.append(difference.flatten(1).amax(1) if difference.ndim > 1 else difference.max()[None])
        return torch.stack(moved) / max(float(base.nan_to_num().abs().max()), 1e-12)
