"""Checks of a module as a function: the same input gives the same result, rows do not meet, no row gives NaN."""

from torch import Tensor

from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.padding import UNKNOWN
from regard.doctor.subject import SMALL, CannotRun, Subject, apart
from regard.doctor.trace import DRAWS, Trace


def dropout_in_eval(subject: Subject) -> Finding | NotChecked | None:
    """In evaluation nothing is dropped."""
    _, trace = subject.traced()
    for call in trace.named("dropout"):
        options = call.given[-1]
        share = call.given[1] if len(call.given) > 2 else options.get("p", 0.5)
        active = call.given[2] if len(call.given) > 3 else options.get("training", True)
        if active and share:
            return Finding(
                f"dropout of {share:.2g} is active in evaluation: two calls differ by {_by_chance(subject):.2g} of the "
                "result.",
                "give it the module's mode: F.dropout(x, p, training=self.training), or use nn.Dropout.",
                call.where,
            )
    return None


def nondeterministic(subject: Subject) -> Finding | NotChecked | None:
    """The same input gives the same result."""
    _, trace = subject.traced()
    dropped = isinstance(dropout_in_eval(subject), Finding)
    same = apart(subject.result(subject.case()), subject.result(subject.case()))
    if same > SMALL:
        return Finding(
            f"a second call on the same input differs by {same:.2g} of the result, with chance held fixed: it keeps "
            "something between calls.",
            "compute from the input alone: keep no state in forward, and fill what torch.empty gives.",
        )
    chance = _by_chance(subject)
    draws = [call for call in trace.calls if call.name in DRAWS]
    if chance <= SMALL or (dropped and not draws):
        return None
    return Finding(
        f"two calls in evaluation differ by {chance:.2g} of the result.",
        "draw random numbers once, in __init__, or only where self.training is true.",
        draws[0].where if draws else "",
    )


def _by_chance(subject: Subject) -> float:
    case = subject.case()
    return apart(subject.result(case, seed=0), subject.result(case, seed=1))


def batch_rows_interact(subject: Subject) -> Finding | NotChecked | None:
    """A row's result does not depend on the other rows."""
    case = subject.case()
    base = subject.result(case)
    if base.ndim == 0 or base.shape[0] != subject.rows:
        return NotChecked("its result has no row for each row of the batch.")
    layout = subject.layout
    other = layout.changed(case, [1], range(case.n))
    if layout.streams > 1:
        other = layout.changed(other, [1], range(case.m), keys=False)
    moved = subject.result(other)
    far = apart(base[0], moved[0])
    if far < SMALL:
        return None
    return Finding(
        f"other contents in the second row change the result of the first by {far:.2g} of its size.",
        "let nothing sum, norm or softmax over the batch: check dim=0, and reshapes without a transpose.",
        _over_batch(subject),
    )


def _over_batch(subject: Subject) -> str:
    _, trace = subject.traced()
    for one in trace.softmaxes:
        weights: Tensor = one.weights
        if weights.shape[0] == subject.rows and bool(((weights.sum(0) - 1).abs() < 1e-3).all()):
            return one.where
    norms = [call.where for call in trace.named("batch_norm") if call.own]
    return norms[0] if norms else ""


def nan_on_empty(subject: Subject) -> Finding | NotChecked | None:
    """A row without words gives a result."""
    if not subject.layout.knows_padding:
        return UNKNOWN
    lengths = [subject.n, *[0] * (subject.rows - 1)]
    trace = Trace()
    try:
        result = subject.result(subject.layout.case(lengths, subject.n), trace=trace)
    except CannotRun as problem:
        return NotChecked(f"it refuses a row without words: {problem}")
    broken = int(result.isnan().reshape(len(lengths), -1).any(1).sum()) if result.shape[0] == len(lengths) else 0
    if not broken and not result.isnan().any():
        return None
    if trace.nan is not None and (not trace.nan.own or trace.nan.name == "multi_head_attention_forward"):
        return NotChecked("torch's own attention gives NaN for a row that it may not look at, whoever calls it.")
    return Finding(
        f"{broken or 'some'} of {len(lengths)} rows, those without words, are NaN.",
        "fill with a large finite number or zero the weights of rows without words; divide by at least one: "
        "mask.sum(1).clamp(min=1).",
        trace.nan.where if trace.nan is not None else "",
    )
