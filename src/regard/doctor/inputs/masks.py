"""What a mask means, found by trying: its shape, and whether it shows or hides what it marks."""

from collections.abc import Iterator
from dataclasses import replace

import torch

from regard.doctor.inputs.argument import HIDDEN
from regard.doctor.inputs.guesses import FORMS, KINDS
from regard.doctor.inputs.hiding import hidden_share, hides, meet, problem_of, sees
from regard.doctor.inputs.layout import Layout
from regard.doctor.inputs.names import KEEPS, STATE
from regard.doctor.inputs.pad_ids import pad_of
from regard.doctor.running import SMALL, apart
from regard.doctor.subject import Subject


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
