"""What the arguments of a module mean, found by trying: which layout runs, what a mask hides, which id is padding."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import torch
from torch import nn

from regard.doctor.adapters.adapted import bare
from regard.doctor.adapters.documents import OfDocuments, first_sentences, holds_documents
from regard.doctor.adapters.nested import OfNested, flattened, parts_of
from regard.doctor.adapters.one_by_one import OneByOne, batched
from regard.doctor.adapters.packed import OfPacked, packed_in, packed_names, unpacked
from regard.doctor.inputs.examples import read_example
from regard.doctor.inputs.guesses import guesses
from regard.doctor.inputs.hiding import hides, problem_of, sees
from regard.doctor.inputs.layout import Layout
from regard.doctor.inputs.masks import formed, happens_to_fit, padded_by_id, with_best_mask
from regard.doctor.inputs.orientation import is_sequence_first
from regard.doctor.inputs.pad_ids import compared_with, pad_of
from regard.doctor.inputs.signature import bound, lengths_of
from regard.doctor.inputs.sizes import TOKENS, rows_beside, short_of, sizes_of
from regard.doctor.subject import Subject
from regard.doctor.trace.trace import Trace
from regard.errors import Mistake

SQUARES = 200
"""So many layouts are tried with as many rows as words."""
PATIENCE = 20.0
"""So many seconds are spent on guesses of one manner."""
PROBES = {("bk", torch.bool), ("b11k", torch.bool), ("bk", torch.float32), ("bk", torch.long)}
"""Masks so unlike each other that what fails with all of them alike fails for another reason."""


def subject_of(module: nn.Module, example: Any = None) -> Subject:
    """A module with inputs that it takes, like the example or guessed: batches, or else one text after the other."""
    if example is not None:
        example = bound(module, example)
    if example is not None and any(parts_of(value) for value in example.values()):
        return _subject_of(OfNested(module, example), flattened(example))
    if example is not None and holds_documents(example):
        return _subject_of(OfDocuments(module, example), first_sentences(example))
    packed = packed_names(module) if example is None else packed_in(example)
    if packed:
        return _subject_of(OfPacked(module, packed), None if example is None else unpacked(example))
    one = OneByOne(module)
    tries: list[Callable[[], Subject]] = [
        lambda: _subject_of(module, example),
        lambda: _subject_of(one, None if example is None else batched(example)),
    ]
    if example is None:
        tries.append(lambda: _subject_of(module, None, lengths_of(module)))
    mistakes: list[Mistake] = []
    for attempt in tries:
        try:
            return attempt()
        except Mistake as mistake:
            mistakes.append(mistake)
    raise mistakes[0]


def square_of(module: nn.Module, example: Any = None) -> Subject | None:
    """A module with a part that is sequence first, if it runs only where there are as many rows as words."""
    if not any(getattr(part, "batch_first", True) is False for part in module.modules()):
        return None
    n = next(n for n in TOKENS if n not in sizes_of(module))
    layouts = (read_example(module, bound(module, example))[0],) if example is not None else guesses(module)
    tried = (Subject(module, each, n, n, short_of(n), n) for layout in layouts for each in formed(layout))
    return next((each for each in islice(tried, SQUARES) if not problem_of(each)), None)


def _subject_of(module: nn.Module, example: Any, lengths: Sequence[int] = ()) -> Subject:
    sizes = sizes_of(module)
    free = [n for n in TOKENS if n not in sizes and not sizes & {n + 1, n + 2}]
    counts = list(dict.fromkeys([*free, *(n for n in TOKENS if n not in sizes)])) or list(TOKENS)
    if example is None:
        return _known(_best_guess(module, _guessed(module, lengths or counts[:1], sizes)))
    problems: list[str] = []
    for layout, b, n, m in _like(module, example, counts, sizes):
        subject = Subject(module, layout, b, n, short_of(n), m)
        problems.append(problem_of(subject))
        if not problems[-1]:
            return _known(subject)
    raise Mistake(f"the module does not run on inputs like the example: {problems[0]}")


def _best_guess(module: nn.Module, tried: Iterator[tuple[Layout, int, int, int]]) -> Subject:
    """The first guess that runs; if it only happens to fit, another of the same masks and lengths that does not."""
    problem, doubtful = "", list[Subject]()
    for layout, b, n, m in tried:
        if doubtful and not doubtful[0].layout.has_beside(layout):
            break
        turned = doubtful and layout.sequence_first != doubtful[0].layout.sequence_first
        if turned or any(each.m == m and each.layout.differs_in_masks(layout) for each in doubtful):
            continue
        subject = Subject(module, layout, b, n, short_of(n), m)
        found = problem_of(subject)
        if not found:
            subject = with_best_mask(subject).but(guessed=True)
            found = "" if layout.sure or (hides(subject) and sees(subject)) else "no argument is known to be a mask"
        if not found and not happens_to_fit(subject):
            return subject
        doubtful += [] if found else [subject]
        problem = problem or found
    if doubtful:
        return doubtful[0]
    raise Mistake(
        f"no input could be guessed for {_name(module)}: {problem or 'its forward takes nothing'}; "
        "give an example, a dict of tensors by argument name."
    )


def _like(
    module: nn.Module, example: Any, counts: list[int], sizes: set[int]
) -> Iterator[tuple[Layout, int, int, int]]:
    """Layouts like an example, with sizes of our own and then with its own."""
    layout, rows, given = read_example(module, example)
    states, *_ = read_example(module, example, states=True)
    for n in (*counts, given):
        for b in (rows_beside(n, sizes), rows):
            yield layout, b, n, n - 2
            if states != layout:
                yield states, b, n, n
            yield layout, b, n, n


def _guessed(module: nn.Module, counts: Sequence[int], sizes: set[int]) -> Iterator[tuple[Layout, int, int, int]]:
    """Layouts by the names of arguments, of these lengths, while there is time."""
    ends = time.monotonic() + PATIENCE
    for n in counts:
        b = rows_beside(n, sizes)
        for layout, m in _likely(module, b, n):
            yield layout, b, n, m
            if time.monotonic() > ends:
                return


def _likely(module: nn.Module, b: int, n: int) -> Iterator[tuple[Layout, int]]:
    """Layouts in every form of their masks, without those that fail in the same way whatever the mask is."""
    for layout in guesses(module):
        for m in (n - 2, n) if layout.streams > 1 else (n,):
            forms = list(formed(layout))
            some = [each for each in forms if each.mask is not None and (each.mask.form, each.mask.dtype) in PROBES]
            problems = {problem_of(Subject(module, each, b, n, short_of(n), m)) for each in some}
            alike = len(some) > 1 and len(problems) == 1 and "" not in problems
            yield from ((each, m) for each in (some[:1] if alike else forms))


def refuse_nan(subject: Subject) -> None:
    """Nothing can be told of a module whose results are all NaN, padded or not."""
    for length in (None, subject.short):
        trace = Trace()
        if not subject.result(subject.case(length), trace=trace).isnan().all():
            return
    line = f", first at {trace.nan.where}" if trace.nan is not None and trace.nan.where else ""
    raise Mistake(f"every result of {_name(subject.module)} is NaN on ordinary inputs{line}: repair that first.")


def _name(module: nn.Module) -> str:
    return type(bare(module)).__name__


def _known(subject: Subject) -> Subject:
    """The subject with its order of dimensions and its id of padding."""
    if not subject.layout.sequence_first and is_sequence_first(subject):
        subject = subject.but(layout=replace(subject.layout, sequence_first=True))
    if subject.layout.pad is not None or not subject.layout.of("ids"):
        return subject
    if not subject.layout.knows_padding:
        return subject.but(layout=replace(subject.layout, pad=pad_of(subject)))
    if compared_with(subject) is not None:
        shown = subject.layout.shown
        pad = pad_of(subject) if shown is None else shown
        told = subject.but(layout=replace(subject.layout, pad=pad))
        return subject if problem_of(told) else told
    return subject if hides(subject) else padded_by_id(subject) or subject


def with_others_asked(subject: Subject) -> Subject | None:
    """The subject with the other of two sequences as the one that is looked at, where that one may be padded too."""
    layout = subject.layout
    masked = [a for a in layout.of("mask", "lengths") if not a.keys and not a.causal]
    masked += layout.of("ids", keys=False) if layout.pad is not None else []
    if layout.streams < 2 or subject.m == subject.n or not masked:
        return None
    turned = tuple(a if a.causal else replace(a, keys=not a.keys) for a in layout.arguments)
    other = subject.but(layout=replace(layout, arguments=turned))
    return None if problem_of(other) else other
