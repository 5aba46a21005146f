"""examine(module, example): every check in turn, on a copy of the module."""

from dataclasses import replace
from typing import Any

from torch import nn

from regard.doctor.adapters.ours import padded, takes_batches
from regard.doctor.causes import by_cause
from regard.doctor.checks.batch import batch_rows_interact
from regard.doctor.checks.table import CHECKS, Check
from regard.doctor.diagnosis import Diagnosis, Finding, NotChecked
from regard.doctor.inputs.arguments import refuse_nan, square_of, subject_of, with_others_asked
from regard.doctor.running import CannotRun, own_copy
from regard.doctor.subject import Subject
from regard.doctor.wording.sentences import found, unknown
from regard.errors import Mistake

OF_PADDING = ("padding-changes-result", "padding-gets-weight", "mean-over-padding", "mask-inverted")
"""What is looked for in both sequences, where both may be padded."""

OF_ORDER = ("future-visible", "present-hidden")
"""What lets the words of a sequence see the padding behind them, which a causal mask alone would hide."""


def examine(module: nn.Module, example: Any = None, *, target: str = "") -> Diagnosis:
    """What is wrong with a module: `example` gives its inputs by argument name; without one they are guessed.

    The module is copied and run many times on small inputs in evaluation; it is left as it was.
    """
    diagnosis = Diagnosis(target or type(module).__name__)
    own = own_copy(module)
    if example is None and takes_batches(own):
        own, example = padded(own)
    try:
        subject = subject_of(own, example)
    except Mistake as mistake:
        return _of_square(diagnosis, own, example, mistake)
    others, second = with_others_asked(subject), list[str]()
    for name, check in CHECKS.items():
        told = _tried(check, subject)
        if others is not None and name in OF_PADDING and not isinstance(told, Finding):
            again = _tried(check, others)
            if isinstance(again, Finding):
                told = again
                second.append(name)
        if told is None:
            diagnosis.passed.append(name)
        elif isinstance(told, Finding):
            explains = (*told.explains, *second) if name in OF_ORDER else told.explains
            diagnosis.findings.append(replace(told, check=name, explains=explains))
        else:
            diagnosis.could_not_check.append(replace(told, check=name))
    if {each.check for each in diagnosis.findings} <= {"nan-on-empty"}:
        refuse_nan(subject)
    return by_cause(diagnosis)


def _of_square(diagnosis: Diagnosis, own: nn.Module, example: Any, mistake: Mistake) -> Diagnosis:
    """What can be told of a module that takes rows for words, so that it runs only where there are as many."""
    square = square_of(own, example)
    if square is None or not isinstance(_tried(batch_rows_interact, square), Finding):
        raise mistake
    diagnosis.findings.append(replace(found("square"), check="batch-rows-interact"))
    rest = [replace(unknown("square"), check=name) for name in CHECKS if name != "batch-rows-interact"]
    return replace(diagnosis, could_not_check=rest)


def _tried(check: Check, subject: Subject) -> Finding | NotChecked | None:
    try:
        return check(subject)
    except CannotRun as problem:
        return unknown("does not run", problem=problem)
    except Exception as problem:
        return unknown("failed", problem=f"{type(problem).__name__}: {problem}")
