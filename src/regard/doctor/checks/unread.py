"""Which inputs of a module have no effect on its result."""

from collections.abc import Sequence
from dataclasses import replace

from regard.doctor.inputs.names import ASKED, claim, said
from regard.doctor.inputs.signature import is_published
from regard.doctor.running import SMALL, apart, stirred
from regard.doctor.subject import Case, Subject


def unread_in(subject: Subject, role: str) -> str:
    """The argument that is called query, key or value and has no effect, beside others that may have one."""
    inputs = subject.layout.of("vectors", "ids", "state")
    names = [argument.name for argument in inputs if claim(argument.name) == role]
    idle = _without_effect(subject, names) if len(inputs) > len(names) else []
    return idle[0] if idle else ""


def nothing_asked(subject: Subject) -> str:
    """The names of the sequences that are called so that they should be looked at, where none of them has an effect."""
    names = [argument.name for argument in subject.layout.of("vectors", "ids", keys=True)]
    told = all(ASKED.match(said(name)) for name in names)
    if not told or subject.layout.streams == 1 or len(_without_effect(subject, names)) < len(names):
        return ""
    return ", ".join(names)


def _without_effect(subject: Subject, names: Sequence[str]) -> list[str]:
    """Those that change nothing whatever they hold, padded or not; no part of the module hides them by being zero."""
    if is_published(subject.module) or not names:
        return []
    moving = subject.but(module=stirred(subject.module))
    return [name for name in names if not any(_moves(moving, name, each) for each in (None, subject.short))]


def _moves(subject: Subject, name: str, length: int | None) -> bool:
    case = subject.case(length)
    other = subject.layout.changed(case, range(subject.rows), range(max(case.n, case.m)), [name])
    return apart(subject.result(case), subject.result(_asked(subject, other, name))) > SMALL


def _asked(subject: Subject, case: Case, name: str) -> Case:
    """The case with another state of this name in every row; the same where it is no state."""
    asked = case
    for row in range(subject.rows):
        asked = subject.layout.asked_otherwise(asked, row)
    return replace(case, tensors={**case.tensors, name: asked.tensors[name]})
