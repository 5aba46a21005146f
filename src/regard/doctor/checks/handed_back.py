"""Weights that a module hands back, to be looked at: they may be others than those that it uses."""

from collections.abc import Iterator

import torch
from torch import Tensor

from regard.doctor.returned import tensors_in
from regard.doctor.running import run_module
from regard.doctor.subject import Subject
from regard.doctor.trace.marks import Mark
from regard.doctor.trace.seen import Mix
from regard.doctor.trace.trace import Trace

ONE = 1e-4
"""By how much a sum of weights may differ from one by rounding."""


def weights_handed_back(subject: Subject) -> Iterator[Mix]:
    """What is returned of padded rows and shares out one over all tokens, each with the line of its softmax."""
    case = subject.case(subject.short)
    if subject.layout.of("lengths"):
        case = subject.layout.in_company(case)
    trace = Trace()
    with torch.no_grad():
        returned = list(tensors_in(run_module(subject.module, case, trace=trace)))
    for each in returned:
        weights = each.squeeze(-1) if each.ndim > 2 else each
        if weights.ndim > 1 and len(weights) >= subject.rows and _are_shares(weights, subject.n):
            yield Mix(weights[: subject.rows], weights, Mark(), _made_at(each, trace))


def _are_shares(weights: Tensor, n: int) -> bool:
    if weights.shape[-1] not in (n, n + 1, n + 2) or not weights.numel():
        return False
    return bool((weights >= 0).all() and ((weights.sum(-1) - 1).abs() < ONE).all())


def _made_at(weights: Tensor, trace: Trace) -> str:
    same = [one.where for one in trace.softmaxes if one.weights.data_ptr() == weights.data_ptr()]
    return same[-1] if same else ""
