"""Whether a module runs, whether its words matter, and whether what a mask hides does not."""

import torch

from regard.doctor.effects import by_amount
from regard.doctor.running import SMALL, CannotRun, apart
from regard.doctor.subject import Subject
from regard.doctor.trace.trace import LOW


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
