"""Which of the first two dimensions are texts and which their words, where no mask and no lengths tell."""

from dataclasses import replace

from torch import Tensor

from regard.doctor.inputs import Case
from regard.doctor.subject import SMALL, CannotRun, Subject, apart


def is_sequence_first(subject: Subject) -> bool:
    """Whether what we take for rows are words: they look at each other in an order, and what we take for words do not.

    Without an order both readings are possible. Then only torch's own modules are believed, by their documentation: in
    any other, words that do not meet are the commonest way to mix up a batch.
    """
    torchs = type(subject.module).__module__.startswith("torch.")
    if not torchs and (subject.layout.knows_padding or subject.layout.streams > 1):
        return False
    try:
        case = subject.case()
        base = subject.result(case)
        if base.ndim and len(base) == subject.n != subject.rows and base.shape[1:2] != (subject.rows,):
            return _are_apart(subject, case, base)
        if base.shape[:2] != (subject.rows, subject.n) or not _goes_along_rows(subject, case, base):
            return False
        return torchs or (not _turns(subject, case, base, 0) and _turns(subject, case, base, 1))
    except CannotRun:
        return False


def _goes_along_rows(subject: Subject, case: Case, base: Tensor) -> bool:
    """Whether a change at one place moves what has the same place in other rows, and nothing else."""
    met = False
    for row in (0, subject.rows - 1):
        other = subject.result(subject.layout.changed(case, [row], [0]))
        kept = [each for each in range(subject.rows) if each != row]
        if apart(other[:, 1:], base[:, 1:]) > SMALL:
            return False
        met = met or apart(other[kept], base[kept]) > SMALL
    return met


def _are_apart(subject: Subject, case: Case, base: Tensor) -> bool:
    """Whether each result belongs to one place of all rows."""
    other = subject.result(subject.layout.changed(case, range(subject.rows), [0]))
    return apart(other[1:], base[1:]) < SMALL < apart(other[:1], base[:1])


def _turns(subject: Subject, case: Case, base: Tensor, dim: int) -> bool:
    """Whether the result is the same in another order where the input is, along a dimension."""
    names = [argument.name for argument in subject.layout.of("vectors", "ids")]
    tensors = {name: value.flip(dim) if name in names else value for name, value in case.tensors.items()}
    return apart(subject.result(replace(case, tensors=tensors)).flip(dim), base) < SMALL
