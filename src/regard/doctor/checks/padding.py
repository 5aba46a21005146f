"""Checks of padding: it must neither be looked at, nor counted, nor change anything."""

from typing import Any

from regard.doctor.adapters.documents import beside_an_empty_sentence
from regard.doctor.checks.handed_back import weights_handed_back
from regard.doctor.checks.meeting import first_meeting, mean_of_all, sum_of_all
from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.effects import MASS, by_amount, by_content, mass_on_padding, moves
from regard.doctor.running import SMALL, CannotRun, apart
from regard.doctor.subject import Subject
from regard.doctor.wording.sentences import found, unknown

UNKNOWN = unknown("no padding")


def padding_changes_result(subject: Subject) -> Finding | NotChecked | None:
    """What stands in the padding, and how much of it there is, must not matter."""
    if not subject.layout.knows_padding:
        return UNKNOWN
    content, amount = by_content(subject), by_amount(subject)
    if content < SMALL and (amount is None or amount < SMALL):
        moved = _by_sentences(subject)
        return None if moved < SMALL else found("empty sentence", moved=moved)
    how, where = first_meeting(subject) or ("", "")
    words, moved = ("padding contents", content) if content >= SMALL else ("padding amount", amount)
    return found(words, where, instead=how, places=subject.n - subject.short, moved=moved)


def padding_gets_weight(subject: Subject) -> Finding | NotChecked | None:
    """A token that is hidden has weight zero."""
    if not subject.layout.knows_padding:
        return UNKNOWN
    _, trace = subject.traced(subject.short)
    seen = [mix for mix in subject.attentions(trace) if not mix.unmixed or moves(subject)]
    masses = [(share, mix) for mix in seen if (share := mass_on_padding(subject, mix)) is not None]
    places: dict[str, Any] = {"places": subject.n - subject.short, "n": subject.n}
    share, mix = max(masses, key=lambda each: each[0], default=(0.0, None))
    if mix is not None and share >= MASS:
        return found("padding weight", trace.place_of(mix), share=100 * share, **places)
    for shown in weights_handed_back(subject):
        share = mass_on_padding(subject, shown) or 0.0
        if share >= MASS:
            return found("padding weight shown", shown.where, share=100 * share, **places)
    return None if masses or _is_cut_off(subject) else unknown("no softmax over tokens")


def _is_cut_off(subject: Subject) -> bool:
    """Whether every attention over the tokens of full rows is over the words alone in padded ones."""
    full, padded = (subject.traced(length)[1].mixes for length in (None, subject.short))
    both = [
        (one, other)
        for one, other in zip(full, padded, strict=False)
        if one.weights.shape[-1] == subject.n and one.is_shared_out
    ]
    return bool(both) and all(other.weights.shape[-1] == subject.short for _, other in both)


def mean_over_padding(subject: Subject) -> Finding | NotChecked | None:
    """A mean of words divides by the number of words."""
    if not subject.layout.knows_padding:
        return UNKNOWN
    amount = by_amount(subject)
    if amount is None:
        return unknown("other length")
    result, trace = subject.traced(subject.short)
    if subject.extra(result) is not None:
        return None
    if max(amount, by_content(subject)) < SMALL:
        return None
    for words, place in (("mean", mean_of_all(subject, trace)), ("sum", sum_of_all(subject, trace, divided=True))):
        if place is not None:
            places = subject.n - subject.short
            return found(words, place, n=subject.n, places=places, moved=max(amount, 0.0), short=subject.short)
    return None


def _by_sentences(subject: Subject) -> float:
    """By how much a sentence without words, behind the others of each document, moves what is said of the document."""
    other = beside_an_empty_sentence(subject.module, subject.layout)
    if other is None:
        return 0.0
    case = subject.case()
    try:
        one, two = subject.result(case), subject.but(module=other).result(case)
    except CannotRun:
        return 0.0
    return 0.0 if one.shape != two.shape or two.isnan().any() else apart(one, two)
