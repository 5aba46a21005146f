"""Layouts that a module might take, guessed from the signature of its forward."""

from collections.abc import Iterator
from typing import NamedTuple

import torch
from torch import nn

from regard.doctor.inputs.argument import HIDDEN, Argument
from regard.doctor.inputs.examples import asked_of
from regard.doctor.inputs.layout import Layout
from regard.doctor.inputs.names import ASKED, ASKS, IDS, LENGTHS, MASK, OTHER, STATE, claim
from regard.doctor.inputs.remarks import holds_ones
from regard.doctor.inputs.signature import parameters_of, precision_of, vocabulary_of, widths_by_role, widths_of

FORMS = ("bk", "b11k", "b1k", "bqk", "b1qk", "qk")
KINDS: tuple[tuple[torch.dtype, float, float], ...] = (
    (torch.bool, 1, 0),
    (torch.bool, 0, 1),
    (torch.float32, 1, 0),
    (torch.float32, 0, HIDDEN),
    (torch.long, 1, 0),
    (torch.float32, 0, 1),
)


class Reading(NamedTuple):
    """Which arguments are sequences, which lengths, which masks."""

    sequences: list[str]
    lengths: list[str]
    masks: list[str]
    sure: bool = True


def guesses(module: nn.Module) -> Iterator[Layout]:
    """Layouts to try, the likeliest first; masks come in their first form."""
    for reading in _readings(module):
        yield from _layouts(module, reading)


def _readings(module: nn.Module) -> Iterator[Reading]:
    """What arguments may be by their names; then with some that may be left out; then whatever the names say."""
    every = parameters_of(module)
    needed = [name for name, p in every.items() if p.default is p.empty]
    masks = [name for name in every if MASK.search(name) and not OTHER.search(name)]
    lengths = [name for name in every if LENGTHS.search(name) and not MASK.search(name) and not OTHER.search(name)]
    free = [name for name in every if name not in masks + lengths]
    first = [name for name in free if name in needed] or free[:1]
    first += [name for name in free if name not in first and needed and claim(name)]
    yield Reading(first, lengths, masks)
    more = [name for name in free if name not in first and ASKED.match(name)]
    spoken = [name for name in free if name not in first and ASKS.match(name) and IDS.search(name)]
    for others in (more, spoken):
        if first and others:
            yield Reading(first + others, lengths, masks)
    for name in first[1:]:
        rest = [other for other in first if other != name]
        if not claim(name):
            yield Reading(rest, [*lengths, name], masks, sure=False)
            yield Reading(rest, lengths, [*masks, name], sure=False)


def _layouts(module: nn.Module, reading: Reading) -> Iterator[Layout]:
    sequences, lengths, masks, sure = reading
    needed = [name for name, p in parameters_of(module).items() if p.default is p.empty]
    asked = asked_of(sequences) if sequences else set[str]()
    padding = [m for m in masks if "pad" in m and not ASKS.match(m.split("_")[0])]
    chosen = padding or [m for m in masks if not ASKS.match(m.split("_")[0])][:1] or masks[:1]
    others = [m for m in masks if m in needed and m not in chosen]
    precision = precision_of(module)
    for kinds in _kinds(module, sequences):
        sizes = tuple(Argument(name, "lengths", dtype=torch.long) for name in lengths)
        hide = tuple(Argument(m, "mask", True, dtype=torch.bool, ones=holds_ones(module, m)) for m in chosen)
        free = tuple(Argument(m, "mask", False, dtype=torch.bool) for m in others)
        for form in ("b", "1b", "b1") if any(role == "state" for role, _ in kinds) else ("b",):
            heads = tuple(
                Argument(n, role, n in asked, width, precision, form if role == "state" else "bk")
                for n, (role, width) in zip(sequences, kinds, strict=True)
            )
            for sequence_first in (False, True):
                yield Layout(heads + sizes + hide + free, sequence_first, sure=sure)


def _kinds(module: nn.Module, names: list[str]) -> Iterator[list[tuple[str, int]]]:
    vocabulary, widths = vocabulary_of(module), widths_of(module)
    roles = widths_by_role(module)
    if len(names) > 1 and all(claim(name) in roles for name in names):
        yield [("vectors", roles[claim(name) or ""]) for name in names]
    if vocabulary:
        yield [("ids", vocabulary) for _ in names]
    for width in widths:
        yield [("vectors", width) for _ in names]
    if len(names) > 1:
        for width in widths:
            yield [("state" if STATE.match(name) else "vectors", width) for name in names]
        if vocabulary:
            for width in widths:
                yield [
                    ("ids" if not ASKED.match(name) else "vectors", vocabulary if not ASKED.match(name) else width)
                    for name in names
                ]
                yield [("state" if STATE.match(n) else "ids", width if STATE.match(n) else vocabulary) for n in names]
        for one in widths[:5]:
            for other in widths[:5]:
                yield [("vectors", other if ASKED.match(name) else one) for name in names]
                yield [("state" if STATE.match(n) else "vectors", one if STATE.match(n) else other) for n in names]
