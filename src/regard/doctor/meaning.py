"""What the arguments of a module mean, found by trying: which layout runs, what a mask hides, which id is padding."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor, nn

from regard.doctor.inputs import HIDDEN, Layout
from regard.doctor.naming import KEEPS
from regard.doctor.signature import FORMS, KINDS, guesses, read_example
from regard.doctor.subject import SMALL, CannotRun, Subject, apart
from regard.doctor.trace import Trace
from regard.errors import Mistake

TOKENS = (7, 11, 5, 13)
ROWS = (3, 5, 2)
PROBES = {("bk", torch.bool), ("b11k", torch.bool), ("bk", torch.float32), ("bk", torch.long)}
"""Masks so unlike each other that what fails with all of them alike fails for another reason."""


def subject_of(module: nn.Module, example: Any = None) -> Subject:
    """A module with inputs that it takes: like the example, or guessed."""
    taken = {int(size) for parameter in module.parameters() for size in parameter.shape}
    counts = [n for n in TOKENS if n not in taken] or list(TOKENS)
    rows = [b for b in ROWS if b not in taken] or list(ROWS)
    if example is not None:
        layout, given_rows, given = read_example(module, example)
        tried = [(layout, b, n, m) for n in (*counts, given) for b in (rows[0], given_rows) for m in (n - 2, n)]
    else:
        n, b = counts[0], rows[0]
        tried = ((layout, b, n, m) for layout, m in _likely(module, b, n))
    problem = ""
    for layout, b, n, m in tried:
        subject = Subject(module, layout, b, n, _short(n), m)
        found = _problem(subject)
        if not found:
            return _known(
                subject if example is not None else replace(_with_best_mask(subject), guessed=True, _traces={})
            )
        problem = problem or found
    if example is not None:
        raise Mistake(f"the module does not run on inputs like the example: {problem}")
    raise Mistake(
        f"no input could be guessed for {type(module).__name__}: {problem or 'its forward takes nothing'}; "
        "give an example, a dict of tensors by argument name."
    )


def _likely(module: nn.Module, b: int, n: int) -> Iterator[tuple[Layout, int]]:
    """Layouts in every form of their masks, without those that fail in the same way whatever the mask is."""
    for layout in guesses(module):
        for m in (n - 2, n) if layout.streams > 1 else (n,):
            forms = list(_formed(layout))
            some = [each for each in forms if each.mask is not None and (each.mask.form, each.mask.dtype) in PROBES]
            problems = {_problem(Subject(module, each, b, n, _short(n), m)) for each in some}
            if len(some) < 2 or len(problems) > 1 or "" in problems:
                yield from ((each, m) for each in forms)


def refuse_nan(subject: Subject) -> None:
    """Nothing can be told of a module whose results are all NaN, padded or not."""
    for length in (None, subject.short):
        trace = Trace()
        if not subject.result(subject.case(length), trace=trace).isnan().all():
            return
    line = f", first at {trace.nan.where}" if trace.nan is not None and trace.nan.where else ""
    raise Mistake(
        f"every result of {type(subject.module).__name__} is NaN on ordinary inputs{line}: repair that first."
    )


def _short(n: int) -> int:
    return max(2, n // 2 + 1)


def _problem(subject: Subject) -> str:
    try:
        with torch.no_grad():
            result = subject.result(subject.case())
            subject.result(subject.case(subject.short))
    except CannotRun as problem:
        return str(problem)
    return "" if result.numel() else "its result is empty"


def _formed(layout: Layout) -> Iterator[Layout]:
    """The layout with its masks in every form."""
    if layout.mask is None:
        yield layout
        if layout.of("lengths"):
            arguments = tuple(replace(a, dtype=torch.float32) if a.role == "lengths" else a for a in layout.arguments)
            yield replace(layout, arguments=arguments)
        return
    for form in FORMS:
        for dtype, real, hidden in KINDS:
            if form == "bk" and hidden == HIDDEN and KEEPS.match(layout.mask.name):
                continue
            if form != "qk":
                changed = [
                    replace(a, form=form, dtype=dtype, real=real, hidden=hidden) if a.role == "mask" else a
                    for a in layout.arguments
                ]
                yield replace(layout, arguments=tuple(changed))
            elif real != hidden:
                yield layout.with_mask(form=form, dtype=dtype, real=real, hidden=hidden, causal=True)


def _with_best_mask(subject: Subject) -> Subject:
    """Of all masks that the module takes, the first that hides what it should, and best what it should alone.

    Where none does, that which hides least where there is nothing to hide, and then what its name says.
    """
    if subject.layout.mask is None:
        return subject
    running: list[Subject] = []
    for form in FORMS:
        layouts = [each for each in _formed(subject.layout) if each.mask is not None and each.mask.form == form]
        tried = [replace(subject, layout=layout, _traces={}) for layout in layouts]
        tried = [each for each in tried if not _problem(each)]
        hiding = [each for each in tried if hides(each) and sees(each)]
        if hiding:
            return next((each for each in hiding if not hides(each, flipped=True)), hiding[0])
        running += tried
    return min(running, key=lambda each: (not sees(each), _hidden(each), _against_name(each)), default=subject)


def sees(subject: Subject) -> bool:
    """Whether words that are not hidden matter."""
    case = subject.case(subject.short)
    other = subject.layout.changed(case, range(subject.rows), range(subject.short))
    try:
        one, two = (subject.real(subject.result(each), subject.short) for each in (case, other))
    except CannotRun:
        return False
    return bool(one.isfinite().any()) and apart(one, two) > SMALL


def _hidden(subject: Subject) -> float:
    """The share of scores that are hidden where every token may be looked at."""
    _, trace = subject.traced()
    scores = [one.scores for one in trace.softmaxes if one.scores is not None]
    return max((float((each < -1e3).float().mean()) for each in scores), default=0.0)


def _against_name(subject: Subject) -> bool:
    mask = subject.layout.mask
    return mask is not None and ("pad" in mask.name) == (mask.real > mask.hidden)


def hides(subject: Subject, *, flipped: bool = False) -> bool:
    """Whether what its mask hides, and with `flipped` what it shows, leaves the result as it is."""
    layout, short = subject.layout, subject.short
    if flipped and layout.mask is not None:
        layout = layout.with_mask(real=layout.mask.hidden, hidden=layout.mask.real)
    try:
        tried = replace(subject, layout=layout, _traces={})
        case = tried.case(short)
        other = layout.changed(case, range(subject.rows), range(short, subject.n))
        one, two = (tried.real(tried.result(each), short) for each in (case, other))
    except CannotRun:
        return False
    return not one.isnan().all() and apart(one, two) < SMALL


def _known(subject: Subject) -> Subject:
    """The subject with its order of dimensions and its id of padding."""
    layout = subject.layout
    torchs = type(subject.module).__module__.startswith("torch.")
    if torchs and not layout.sequence_first and _goes_along_rows(subject):
        subject = replace(subject, layout=replace(layout, sequence_first=True), _traces={})
    if subject.layout.pad is None and subject.layout.of("ids") and not subject.layout.knows_padding:
        pad = _pad(subject)
        subject = replace(subject, layout=replace(subject.layout, pad=pad), _traces={})
    return subject


def _goes_along_rows(subject: Subject) -> bool:
    """Whether what we take for rows are tokens: they look at each other, and what we take for tokens does not.

    Only torch's own modules are given that freedom: in any other it is the commonest way to mix up a batch.
    """
    case = subject.case()
    try:
        base = subject.result(case)
        moved = (subject.result(subject.layout.changed(case, [0], [0])) - base).abs()
    except CannotRun:
        return False
    if base.ndim != 3 or base.shape[:2] != (subject.rows, subject.n):
        return False
    size = max(float(base.abs().max()), 1e-12)
    moves = moved.amax(-1) / size > SMALL
    return bool(moves[1:, 0].any() and not moves[:, 1:].any())


def _pad(subject: Subject) -> int | None:
    """The id that its embedding keeps at zero, or that the module compares its tokens with."""
    trace = Trace()
    subject.result(subject.case(), trace=trace)
    embeddings = [part for part in subject.module.modules() if isinstance(part, nn.Embedding)]
    kept = [part.padding_idx for part in embeddings if part.padding_idx is not None]
    if kept:
        return kept[0]
    size = max((part.num_embeddings for part in embeddings), default=0)
    for call in trace.named("eq", "ne", "__eq__", "__ne__", "gt"):
        first, second = call.given[0], call.given[1]
        if isinstance(first, Tensor) and not first.is_floating_point() and isinstance(second, int) and first.ndim == 2:
            within = 0 <= second < (1 if call.name == "gt" else size)
            return second if within else None
    return None
