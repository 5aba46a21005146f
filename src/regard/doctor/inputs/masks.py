"""What a mask means, found by trying: its shape, and whether it shows or hides what it marks."""

from collections.abc import Iterator
from dataclasses import replace

import torch
from torch import Tensor, nn

from regard.doctor.adapters.documents import OfDocuments
from regard.doctor.effects import by_amount
from regard.doctor.inputs.guesses import FORMS, KINDS
from regard.doctor.inputs.layout import HIDDEN, Layout
from regard.doctor.inputs.names import KEEPS, STATE
from regard.doctor.subject import SMALL, CannotRun, Subject, apart
from regard.doctor.trace.trace import LOW, Trace


def formed(layout: Layout) -> Iterator[Layout]:
    """The layout with its masks in every form."""
    if layout.mask is None:
        yield layout
        if layout.of("lengths"):
            arguments = tuple(replace(a, dtype=torch.float32) if a.role == "lengths" else a for a in layout.arguments)
            yield replace(layout, arguments=arguments)
        return
    for form in FORMS:
        for dtype, real, hidden in KINDS:
            if hidden == HIDDEN and (layout.mask.ones or (form == "bk" and KEEPS.match(layout.mask.name))):
                continue
            if form != "qk":
                changed = [
                    replace(a, form=form, dtype=dtype, real=real, hidden=hidden) if a.role == "mask" else a
                    for a in layout.arguments
                ]
                yield replace(layout, arguments=tuple(changed))
            elif real != hidden:
                yield layout.with_mask(form=form, dtype=dtype, real=real, hidden=hidden, causal=True)


def with_best_mask(subject: Subject) -> Subject:
    """Of all masks that the module takes, the first that hides what it should, and best what it should alone.

    One that makes rows meet, as others do not, only fits by chance. Where none is left, the least unlikely.
    """
    if subject.layout.mask is None:
        return subject
    running: list[Subject] = []
    by_chance: list[Subject] = []
    for form in FORMS:
        layouts = [each for each in formed(subject.layout) if each.mask is not None and each.mask.form == form]
        tried = [subject.but(layout=layout) for layout in layouts]
        tried = [each for each in tried if not problem_of(each)]
        hiding = [each for each in tried if hides(each) and sees(each) and hidden_share(each) < 1]
        if not any(meet(each) for each in hiding) and any(meet(each) for each in tried):
            hiding = []
        alone = [each for each in hiding if not _mixes_rows(each)]
        if alone:
            return next((each for each in alone if not hides(each, flipped=True)), alone[0])
        by_chance += hiding
        running += tried
    if by_chance and all(_mixes_rows(each) for each in running):
        return by_chance[0]
    by_id = (padded_by_id(each) for each in running if not _mixes_rows(each))
    return next((each for each in by_id if each), None) or min(running, key=_unlikely, default=subject)


def padded_by_id(subject: Subject) -> Subject | None:
    """The subject with the id of padding in padding, where it is right with that: it may look for its last word."""
    pad = pad_of(subject) if subject.layout.of("ids") else None
    tried = subject.but(layout=replace(subject.layout, pad=pad))
    return tried if pad is not None and hides(tried) and sees(tried) else None


def _unlikely(subject: Subject) -> tuple[float, ...]:
    """What speaks against a reading, the gravest first: one that makes the result larger fits by chance alone."""
    size = subject.traced()[0].numel()
    blind = not sees(subject), not sees(subject, subject.n)
    return (
        size,
        _explodes(subject),
        *blind,
        _mixes_rows(subject),
        hidden_share(subject),
        _flat(subject),
        _against_name(subject),
    )


def sees(subject: Subject, length: int | None = None) -> bool:
    """Whether words that are not hidden matter, in rows of this length: short ones, unless it is said."""
    length = length or subject.short
    case = subject.case(length)
    other = subject.layout.changed(case, range(subject.rows), subject.layout.words(length, subject.n))
    try:
        one, two = (subject.real(subject.result(each), length) for each in (case, other))
    except CannotRun:
        return False
    return bool(one.isfinite().any()) and apart(one, two) > SMALL


def hidden_share(subject: Subject) -> float:
    """The largest share of scores or of weights that are hidden where every token may be looked at."""
    _, trace = subject.traced()
    hidden = [one.scores < LOW for one in trace.softmaxes if one.scores is not None and one.scores.numel()]
    hidden += [mix.weights == 0 for mix in trace.mixes if mix.weights.numel()]
    return max((float(each.float().mean()) for each in hidden), default=0.0)


def meet(subject: Subject) -> bool:
    """Whether the result of a word depends on other words, so that there is something to hide from it."""
    case, words = subject.case(subject.short), subject.layout.words(subject.short, subject.n)
    other = subject.layout.changed(case, range(subject.rows), words[:1])
    try:
        one, two = (subject.result(each) for each in (case, other))
    except CannotRun:
        return False
    alone = subject.extra(one) == 0 and subject.layout.streams == 1
    return not alone or apart(*(each[:, list(words[1:])] for each in (one, two))) > SMALL


def _flat(subject: Subject) -> bool:
    """Whether some scores are all the same where every token may be looked at, as if filled with one number."""
    _, trace = subject.traced()
    scores = [one.scores for one in trace.softmaxes if one.scores is not None and one.scores.numel() > 1]
    return any(bool((each == each.flatten()[0]).all()) for each in scores)


def happens_to_fit(subject: Subject) -> bool:
    """Whether a reading runs and makes no sense: a mask of too many dimensions, or one vector a row taken for many."""
    states = any(STATE.match(a.name) for a in subject.layout.of("vectors"))
    return _broadens(subject) or (states and _mixes_rows(subject))


def _broadens(subject: Subject) -> bool:
    """Whether scores have a dimension more than queries times keys."""
    _, trace = subject.traced(subject.short)
    for one in trace.softmaxes:
        products = [each.out for each in one.mark.products if each.out is not None]
        if products and one.scores is not None and one.scores.ndim > max(each.ndim for each in products):
            return True
    return False


def _explodes(subject: Subject) -> bool:
    """Whether values were multiplied by what was to be added to scores."""
    return bool((subject.traced(subject.short)[0].abs() > -HIDDEN / 1e3).any())


def _mixes_rows(subject: Subject) -> bool:
    """Whether a mask that fits by chance alone, where it is spread over the rows, makes them meet."""
    case = subject.case()
    base = subject.result(case)
    for row, others in ((0, slice(1, None)), (subject.rows - 1, slice(-1))):
        other = subject.result(subject.layout.changed(case, [row], range(subject.n)))
        if apart(base[others], other[others]) > SMALL:
            return True
    return False


def _against_name(subject: Subject) -> bool:
    mask = subject.layout.mask
    return mask is not None and ("pad" in mask.name) == (mask.real > mask.hidden)


def hides(subject: Subject, *, flipped: bool = False) -> bool:
    """Whether what its mask hides, and with `flipped` what it shows, leaves the result as it is."""
    layout, short = subject.layout, subject.short
    if layout.pad is not None and not flipped:
        amount = by_amount(subject)
        return amount is not None and amount < SMALL
    layout = layout.flipped() if flipped else layout
    try:
        tried = subject.but(layout=layout)
        case = tried.case(short)
        other = layout.changed(case, range(subject.rows), layout.padding(short, subject.n))
        one, two = (tried.real(tried.result(each), short) for each in (case, other))
    except CannotRun:
        return False
    return not one.isnan().all() and apart(one, two) < SMALL


def problem_of(subject: Subject) -> str:
    """Why a module does not run on its layout; empty where it does."""
    try:
        with torch.no_grad():
            result = subject.result(subject.case())
            subject.result(subject.case(subject.short))
    except CannotRun as problem:
        return str(problem)
    return "" if result.numel() else "its result is empty"


def pad_of(subject: Subject) -> int | None:
    """The id that its embedding keeps at zero, or that the module compares its tokens with."""
    kept = [part.padding_idx for part in _embeddings(subject) if part.padding_idx is not None]
    return kept[0] if kept else compared_with(subject)


def compared_with(subject: Subject) -> int | None:
    """The id that the module compares its tokens with, to tell padding."""
    trace = Trace()
    subject.result(subject.case(), trace=trace)
    size = max((part.num_embeddings for part in _embeddings(subject)), default=0)
    dims = 3 if isinstance(subject.module, OfDocuments) else 2
    for call in trace.named("eq", "ne", "__eq__", "__ne__", "gt"):
        first, second = call.given[0], call.given[1]
        if (
            isinstance(first, Tensor)
            and not first.is_floating_point()
            and isinstance(second, int)
            and first.ndim == dims
        ):
            within = 0 <= second < (1 if call.name == "gt" else size)
            return second if within else None
    return None


def _embeddings(subject: Subject) -> list[nn.Embedding]:
    return [part for part in subject.module.modules() if isinstance(part, nn.Embedding)]
