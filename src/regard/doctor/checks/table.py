"""The checks by name."""

from collections.abc import Callable

from regard.doctor.checks.batch import batch_rows_interact
from regard.doctor.checks.chance import dropout_in_eval, nondeterministic
from regard.doctor.checks.empty import nan_on_empty
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
from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.subject import Subject

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
