"""examine(module, example): every check in turn, on a copy of the module."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from torch import nn

from regard.doctor.adapters.ours import padded, takes_batches
from regard.doctor.causes import by_cause
from regard.doctor.checks.batch import batch_rows_interact, dropout_in_eval, nan_on_empty, nondeterministic
from regard.doctor.checks.learning import dead_parameter
from regard.doctor.checks.masks import mask_inverted
from regard.doctor.checks.order import future_visible, present_hidden
from regard.doctor.checks.padding import mean_over_padding, padding_changes_result, padding_gets_weight
from regard.doctor.checks.positions import positions_unused
from regard.doctor.checks.roles import key_value_swapped, query_key_swapped
from regard.doctor.checks.scale import scale_missing, scale_wrong
from regard.doctor.checks.weights import (
    rows_do_not_sum_to_one,
    softmax_twice,
    softmax_wrong_dimension,
)
from regard.doctor.diagnosis import Diagnosis, Finding, NotChecked
from regard.doctor.inputs.arguments import refuse_nan, square_of, subject_of, with_others_asked
from regard.doctor.subject import CannotRun, Subject, own_copy
from regard.doctor.wording.sentences import found, unknown
from regard.errors import Mistake

Check = Callable[[Subject], Finding | NotChecked | None]

CHECKS: dict[str, Check] = {
    "padding-changes-result": padding_changes_result,
    "padding-gets-weight": padding_gets_weight,
    "mean-over-padding": mean_over_padding,
    "rows-do-not-sum-to-one": rows_do_not_sum_to_one,
    "softmax-wrong-dimension": softmax_wrong_dimension,
    "softmax-twice": softmax_twice,
    "scale-missing": scale_missing,
    "scale-wrong": scale_wrong,
    "key-value-swapped": key_value_swapped,
    "query-key-swapped": query_key_swapped,
    "mask-inverted": mask_inverted,
    "future-visible": future_visible,
    "present-hidden": present_hidden,
    "batch-rows-interact": batch_rows_interact,
    "dead-parameter": dead_parameter,
    "positions-unused": positions_unused,
    "nan-on-empty": nan_on_empty,
    "dropout-in-eval": dropout_in_eval,
    "nondeterministic": nondeterministic,
}
"""What is looked for, by the names that scripts rely on. A check gives a finding, nothing, or why it says nothing."""


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
