"""The check of masks: they hide padding, not words, and the future, not the past."""

import torch
from torch import Tensor

from regard.doctor.checks.meeting import first_place
from regard.doctor.checks.order import both_ways, squares
from regard.doctor.checks.padding import UNKNOWN
from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.effects import mass_on_padding, shares_on_padding
from regard.doctor.inputs.hiding import hidden_share, hides, meet, sees
from regard.doctor.inputs.names import HIDES, KEEPS
from regard.doctor.subject import Subject
from regard.doctor.trace.seen import Mix
from regard.doctor.wording.sentences import found, unknown

ALL = 0.9999
"""The share of attention from which on nothing else is looked at."""


def mask_inverted(subject: Subject) -> Finding | NotChecked | None:
    """What is hidden is the padding, not the words; the future, not the past."""
    upward = _upward(subject)
    if upward is not None:
        return found("upward", upward[0].where, share=upward[1])
    others = _others_alone(subject)
    if others is not None:
        return found("others alone", subject.traced()[1].place_of(others))
    if not subject.layout.knows_padding:
        return UNKNOWN if subject.layout.streams == 1 and not _hides_something(subject) else None
    result, trace = subject.traced(subject.short)
    if result.isnan().all():
        return unknown("only NaN")
    flipped = subject.but(layout=subject.layout.flipped())
    otherwise = subject.layout.mask is not None and hides(subject, flipped=True) and meet(flipped)
    turned = not hides(subject) and (not sees(subject) or otherwise)
    for mix in subject.attentions(trace):
        share = mass_on_padding(subject, mix)
        if share is not None and share > ALL and _least_on_padding(subject, mix) > ALL:
            return found("all on padding", trace.place_of(mix), share=share)
    if not turned and not sees(subject):
        return found("no word", short=subject.short, places=subject.n - subject.short)
    if turned:
        return found("turned", first_place(subject))
    return _two_meanings(subject) or _blind_to_full_rows(subject) or _as_named(subject)


def _two_meanings(subject: Subject) -> Finding | None:
    """A mask that shows what it marks in one place and hides it in another: either reading hides words somewhere."""
    mask = subject.layout.mask
    if not subject.guessed or mask is None or hides(subject) or mask.hidden < -1:
        return None
    if _hides_words(subject) and _hides_words(subject.but(layout=subject.layout.flipped())):
        return found("two meanings", first_place(subject), name=mask.name)
    return None


def _blind_to_full_rows(subject: Subject) -> Finding | None:
    return None if sees(subject, subject.n) else found("no word of full rows", n=subject.n)


def _hides_words(subject: Subject) -> bool:
    return not sees(subject) or not sees(subject, subject.n) or hidden_share(subject) == 1


def _as_named(subject: Subject) -> Finding | NotChecked | None:
    """Whether a mask whose meaning had to be tried means what masks of its name mean."""
    mask = subject.layout.mask
    if not subject.guessed or mask is None:
        return None
    if KEEPS.match(mask.name):
        right = mask.real > mask.hidden
    elif HIDES.search(mask.name):
        right = mask.real < mask.hidden or mask.hidden < -1
    else:
        return unknown("meaning tried")
    if right:
        return None
    return found("against its name", severity="warning", name=mask.name, hidden=mask.hidden, real=mask.real)


def _least_on_padding(subject: Subject, mix: Mix) -> float:
    hidden = shares_on_padding(subject, mix)
    return 0.0 if hidden is None else float(hidden.min())


def _hides_something(subject: Subject) -> bool:
    _, trace = subject.traced()
    return any((mix.weights < 1e-9).any() for mix in subject.attentions(trace))


def _others_alone(subject: Subject) -> Mix | None:
    """An attention that hides from each word the document that it stands in, and shows the others."""
    _, trace = subject.traced()
    for mix, _ in squares(subject):
        hidden = ~trace.visible(mix).reshape(-1, *mix.weights.shape[-2:])
        if hidden.all(-1).all(-1).any() or not all(_are_groups(each) for each in hidden):
            continue
        return mix
    return None


def _are_groups(together: Tensor) -> bool:
    """Whether pairs [n, n] put words into two groups or more, each of them with its neighbours."""
    known = bool(together.diagonal().all()) and torch.equal(together, together.mT)
    linked = together.float() @ together.float() > 0
    return known and torch.equal(linked, together) and not bool(together.all()) and bool(together.diagonal(1).any())


def _upward(subject: Subject) -> tuple[Mix, float] | None:
    halves = both_ways(subject)
    for place, (mix, seen) in enumerate(squares(subject)):
        if place in halves:
            continue
        below, above = seen.tril(-1), seen.triu(1)
        if not below[:-1].any() and bool(above[0, 1:].all()):
            return mix, float(mix.weights.nan_to_num().triu(1).sum() / mix.weights.nan_to_num().sum())
    return None
