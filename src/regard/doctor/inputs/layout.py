"""Inputs of any size for a module: cases made of its arguments, and cases that differ from them in one thing.

b rows, n tokens that are looked at, m tokens that look (n where a module has one sequence).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor

from regard.doctor.inputs.argument import Argument, Way, drawn, lowest


@dataclass(frozen=True)
class Case:
    """One input: the tensors by name, and the lengths of its rows."""

    tensors: dict[str, Any]
    lengths: tuple[int, ...]
    n: int
    m: int


@dataclass(frozen=True)
class Layout:
    """The arguments of a module and how batches of them are laid out."""

    arguments: tuple[Argument, ...]
    sequence_first: bool = False
    pad: int | None = None
    """The id that stands for padding, where the module tells padding by ids."""
    shown: int | None = None
    """The id that stands in the padding of an example."""
    sure: bool = True
    """Whether an example or the names of the arguments say so; else it must show that it hides padding."""
    left: bool = False
    """Whether padding stands before the words, as where the last word asks; else behind them."""

    def of(self, *roles: str, keys: bool | None = None) -> list[Argument]:
        """The arguments with one of these roles."""
        return [a for a in self.arguments if a.role in roles and (keys is None or a.keys == keys)]

    @property
    def streams(self) -> int:
        """How many sequences there are that may differ in length: one, or two where some look at others."""
        return len({argument.keys for argument in self.of("vectors", "ids")})

    @property
    def mask(self) -> Argument | None:
        """The mask that hides padding."""
        return next((mask for mask in self.of("mask") if mask.keys and not mask.causal), None)

    @property
    def knows_padding(self) -> bool:
        """Whether the module can tell padding from words."""
        return self.mask is not None or bool(self.of("lengths", keys=True)) or self.pad is not None

    def differs_in_masks(self, other: "Layout") -> bool:
        """Whether the other layout has the same arguments, but for what masks look like."""
        mine, others = ([a for a in each.arguments if a.role != "mask"] for each in (self, other))
        return mine == others

    def has_beside(self, other: "Layout") -> bool:
        """Whether the same arguments as in the other layout are masks and lengths."""
        mine, others = ({a.name for a in each.of("mask", "lengths")} for each in (self, other))
        return mine == others

    def with_mask(self, **changes: Any) -> "Layout":
        """The same layout with other padding masks."""
        hides = [mask for mask in self.of("mask", keys=True) if not mask.causal]
        arguments = tuple(replace(a, **changes) if a in hides else a for a in self.arguments)
        return replace(self, arguments=arguments)

    def words(self, length: int, n: int) -> range:
        """The places of the words of a row that is padded to n."""
        return range(n - length, n) if self.left else range(length)

    def padding(self, length: int, n: int) -> range:
        """The places of the padding of such a row."""
        return range(n - length) if self.left else range(length, n)

    def flipped(self) -> "Layout":
        """The layout with padding masks that hold for words what they held for padding."""
        return self if self.mask is None else self.with_mask(real=self.mask.hidden, hidden=self.mask.real)

    def case(self, lengths: Sequence[int], n: int, m: int | None = None, seed: int = 0) -> Case:
        """Rows of these lengths, padded to n; those that look, where they are others, are m and full."""
        m = n if m is None else m
        draws = torch.Generator().manual_seed(seed)
        way = Way(self.sequence_first, self.pad, self.left)
        full, asked = torch.tensor([m] * len(lengths)), torch.tensor(lengths)
        tensors = {
            a.name: drawn(a, asked if a.keys or self.streams == 1 else full, n, m, way, draws) for a in self.arguments
        }
        return Case(tensors, tuple(lengths), n, m)

    def in_company(self, case: Case) -> Case:
        """The case with one more row, the last, that is full: what all rows are padded with may be cut off."""
        full = self.case([case.n], case.n, case.m, seed=9)
        tensors = dict(case.tensors)
        for a in self.arguments:
            if self._has_rows(a, case):
                one, two = tensors[a.name], full.tensors[a.name]
                two = two[:1] if a.role == "fixed" else two
                tensors[a.name] = one + two if isinstance(one, list) else torch.cat([one, two], self._dim(a))
        return replace(case, tensors=tensors, lengths=(*case.lengths, case.n))

    def turned(self, case: Case) -> Case:
        """The case with its rows in reverse order."""
        tensors = dict(case.tensors)
        for a in self.arguments:
            if self._has_rows(a, case):
                value = tensors[a.name]
                tensors[a.name] = value[::-1] if isinstance(value, list) else value.flip(self._dim(a))
        return replace(case, tensors=tensors, lengths=case.lengths[::-1])

    def _has_rows(self, a: Argument, case: Case) -> bool:
        """Whether an argument holds something for each row: of what is left as it is given, a number, or its tokens."""
        if a.role == "fixed":
            rows, value = len(case.lengths), case.tensors[a.name]
            return isinstance(value, Tensor) and tuple(value.shape[:2]) in ((rows,), (rows, case.n))
        return a.role != "mask" or ("b" in a.form and not a.causal)

    def _dim(self, a: Argument) -> int:
        """The dimension of rows."""
        if a.role in ("state", "mask"):
            return a.form.index("b")
        return 1 if self.sequence_first and a.role in ("vectors", "ids") else 0

    def changed(
        self, case: Case, rows: Sequence[int], places: Sequence[int], only: Sequence[str] = (), keys: bool = True
    ) -> Case:
        """The case with other contents at these places of these rows, of all sequences or of those named."""
        other = self.case(case.lengths, case.n, case.m, seed=1)
        tensors = dict(case.tensors)
        for argument in self.of("vectors", "ids", keys=None if only else keys):
            if only and argument.name not in only:
                continue
            old, new = tensors[argument.name].clone(), other.tensors[argument.name]
            for row in rows:
                for place in (each for each in places if each < (case.n if argument.keys else case.m)):
                    at = (place, row) if self.sequence_first else (row, place)
                    if argument.heads:
                        old[row, :, place] = new[row, :, place]
                        continue
                    old[at] = self._next(argument, old[at]) if argument.role == "ids" else new[at]
            tensors[argument.name] = old
        return replace(case, tensors=tensors)

    def asked_otherwise(self, case: Case, row: int) -> Case:
        """The case with another state, or another single word, in a row."""
        other = self.case(case.lengths, case.n, case.m, seed=1)
        tensors = dict(case.tensors)
        for argument in self.of("state", "word"):
            dim, mixed = self._dim(argument), tensors[argument.name].clone()
            mixed.select(dim, row).copy_(other.tensors[argument.name].select(dim, row))
            tensors[argument.name] = mixed
        return replace(case, tensors=tensors)

    def _next(self, argument: Argument, token: Tensor) -> int:
        first = lowest(argument.width)
        return first + (int(token) - first + 1) % (argument.width - first)
