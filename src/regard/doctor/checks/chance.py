"""Checks of chance: nothing is dropped or drawn in evaluation, and nothing kept from call to call."""

from regard.doctor.adapters.adapted import own_name
from regard.doctor.checks.left_out import written
from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.running import SMALL, apart
from regard.doctor.sources import made_at
from regard.doctor.subject import Subject
from regard.doctor.trace.trace import DRAWS, DROPS
from regard.doctor.wording.sentences import found, part

BY_CALLS = ("padding-changes-result", "mean-over-padding", "batch-rows-interact")
"""What is seen by comparing two calls, which differ already where something is kept between them."""


def dropout_in_eval(subject: Subject) -> Finding | NotChecked | None:
    """In evaluation nothing is dropped."""
    _, trace = subject.traced()
    for call in trace.named(*DROPS):
        options = call.given[-1]
        share = call.given[1] if len(call.given) > 2 else options.get("p", 0.5)
        active = call.given[2] if len(call.given) > 3 else options.get("training", True)
        if active and share:
            return found("dropout", call.where, share=float(share), moved=by_chance(subject))
    return None


def nondeterministic(subject: Subject) -> Finding | NotChecked | None:
    """The same input gives the same result."""
    _, trace = subject.traced()
    dropped = isinstance(dropout_in_eval(subject), Finding)
    same = apart(subject.result(subject.case()), subject.result(subject.case()))
    if same > SMALL:
        kept = sorted(written(subject))
        names = part("such as", name=own_name(subject.module, kept[0])) if kept else part("nothing")
        where = made_at(subject.module, kept[0]) if kept else ""
        return found("state", where, explains=BY_CALLS, moved=same, names=names)
    chance = by_chance(subject)
    draws = [call for call in trace.calls if call.name in DRAWS]
    if chance <= SMALL or (dropped and not draws):
        return None
    return found("chance", draws[0].where if draws else "", moved=chance)


def by_chance(subject: Subject) -> float:
    """By how much two calls of different chance differ."""
    case = subject.case()
    return apart(subject.result(case, seed=0), subject.result(case, seed=1))
