"""Modules that are run: on a copy, with chance fixed, and what they gave compared."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor, nn

from regard.doctor.copies import copied
from regard.doctor.inputs.layout import Case
from regard.doctor.returned import tensors_in
from regard.doctor.trace.trace import Trace

SMALL = 1e-5
"""Relative to what it changes, the largest difference that is rounding."""


class CannotRun(Exception):
    """The module does not take this input."""


@contextmanager
def _quiet(seed: int) -> Generator[None]:
    """Without torch's fast path, and with chance fixed by the seed; all is then as it was."""
    fast, state = torch.backends.mha.get_fastpath_enabled(), torch.default_generator.get_state()
    torch.backends.mha.set_fastpath_enabled(False)
    torch.default_generator.manual_seed(seed)
    try:
        yield
    finally:
        torch.default_generator.set_state(state)
        torch.backends.mha.set_fastpath_enabled(fast)


def run_module(module: nn.Module, case: Case, *, seed: int = 0, trace: Trace | None = None) -> Any:
    """What a module returns on a case, with chance fixed by the seed; it may change what it is given."""
    own = {name: value.clone() if isinstance(value, Tensor) else value for name, value in case.tensors.items()}
    try:
        with _quiet(seed):
            if trace is None:
                return module(**own)
            with trace:
                return module(**own)
    except Exception as problem:
        raise CannotRun(f"{type(problem).__name__}: {problem}") from problem


def first_result(module: nn.Module, given: dict[str, Any]) -> Tensor:
    """The first tensor of real numbers that a module returns on an example; an empty one where there is none."""
    try:
        with torch.no_grad():
            return next(tensors_in(run_module(module, Case(given, (), 0, 0))), torch.empty(0))
    except CannotRun:
        return torch.empty(0)


def apart(one: Tensor, other: Tensor) -> float:
    """The largest difference between two results, relative to their size; NaN in one alone is infinitely far."""
    if one.shape != other.shape:
        return float("inf")
    if not one.numel():
        return 0.0
    strange = one.isnan() != other.isnan()
    if strange.any():
        return float("inf")
    size = max(float(one.nan_to_num().abs().max()), float(other.nan_to_num().abs().max()), 1e-12)
    same = (one == other) | one.isnan()
    return float((one - other).abs().masked_fill(same, 0.0).max()) / size


def own_copy(module: nn.Module) -> nn.Module:
    """A copy in evaluation, so that the module is left as it was; on a CPU, in numbers that show what differs."""
    try:
        own = copied(module)
    except Exception:
        own = module
    if any(parameter.dtype in (torch.float16, torch.bfloat16) for parameter in own.parameters()):
        own = own.float()
    return own.cpu().eval()


def stirred(module: nn.Module) -> nn.Module:
    """A copy with a little noise in every parameter, so that none hides by being zero what it is multiplied with."""
    module, draws = own_copy(module), torch.Generator().manual_seed(3)
    with torch.no_grad():
        for parameter in module.parameters():
            parameter += 0.02 * torch.randn(parameter.shape, generator=draws).to(parameter)
    return module
