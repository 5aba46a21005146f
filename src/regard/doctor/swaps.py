"""Checks of roles: what is called query asks, what is called key is compared, what is called value is mixed."""

from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor

from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.naming import claim
from regard.doctor.subject import SMALL, CannotRun, Subject, apart
from regard.doctor.trace import Trace

PLACE = 2


def key_value_swapped(subject: Subject) -> Finding | NotChecked | None:
    """Keys make the weights, values are mixed by them."""
    return _swapped(subject, "key", "value")


def query_key_swapped(subject: Subject) -> Finding | NotChecked | None:
    """A query decides its own row of the weights, a key its column."""
    return _swapped(subject, "query", "key")


def _swapped(subject: Subject, one: str, other: str) -> Finding | NotChecked | None:
    acts = list(_acts(subject))
    told = [act for act in acts if act[1] in (one, other)]
    if not told:
        return NotChecked(f"nothing is called {one} or {other} whose part could be tried.")
    wrong = [act for act in told if (act[1], act[2]) in ((one, other), (other, one))]
    if not wrong:
        return None
    name, said, does, where = wrong[0]
    return Finding(
        f"{name}, which is called {said}, acts as the {does}: changing it at one place "
        + ("leaves the weights as they are and changes what is mixed." if does == "value" else _shown(does)),
        f"exchange the {one} and the {other} where they are given to the attention.",
        where,
        "warning" if "." in name else "error",
    )


def _shown(does: str) -> str:
    return "changes the weights of that place alone." if does == "query" else "changes the weights of every place."


def _acts(subject: Subject) -> Iterator[tuple[str, str, str, str]]:
    """Each argument and each linear map with a telling name: name, what it is called, what it does, where."""
    case = subject.case(m=subject.n)
    try:
        base = subject.retraced(case)[1]
        for argument in subject.layout.of("vectors"):
            said = claim(argument.name)
            if said is not None and len(subject.layout.of("vectors")) > 1:
                changed = subject.layout.changed(case, range(subject.rows), [PLACE], [argument.name])
                if act := _part(subject, base, subject.retraced(changed)[1]):
                    yield argument.name, said, *act
        for name, parameter in subject.module.named_parameters():
            said = claim(name.rpartition(".")[0].rpartition(".")[2] or name) if name.endswith("weight") else claim(name)
            if said is not None and parameter.ndim == 2:
                moved = subject.retraced(case, _moving(parameter, subject))[1]
                if act := _part(subject, base, moved):
                    yield f"{name.removesuffix('.weight')}.weight", said, *act
    except CannotRun:
        return


def _moving(parameter: Tensor, subject: Subject) -> Callable[[str, tuple[Any, ...], Tensor], Tensor]:
    """What moves the output of a linear map at one place of every row."""

    def meddle(name: str, args: tuple[Any, ...], out: Tensor) -> Tensor:
        mine = name in {"linear", "matmul", "__matmul__", "mm"} and len(args) > 1 and args[1] is parameter
        sizes = (subject.n, subject.n + 1)
        if not mine or out.ndim != 3 or not {*sizes} & {*out.shape[:2]}:
            return out
        out = out.clone()
        noise = torch.randn(out.shape[-1], generator=torch.Generator().manual_seed(5)) * out.std()
        if out.shape[1] in sizes:
            out[:, PLACE] += noise
        else:
            out[PLACE] += noise
        return out

    return meddle


def _part(subject: Subject, base: Trace, moved: Trace) -> tuple[str, str] | None:
    """What a change did to the first attention that it reached."""
    for one, other in zip(base.mixes, moved.mixes, strict=False):
        if one.mark.kind != "softmax" or one.weights.shape != other.weights.shape:
            return None
        if apart(one.weights, other.weights) > SMALL:
            queries = one.weights.shape[-2]
            if one.weights.ndim < 3 or queries not in (subject.n, subject.n + 1):
                return None
            rows = (one.weights - other.weights).abs().amax(-1).reshape(-1, queries).amax(0) > SMALL / 10
            elsewhere = bool(torch.cat([rows[:PLACE], rows[PLACE + 1 :]]).any())
            return "key" if elsewhere else "query", one.where
        if apart(one.values, other.values) > SMALL:
            return "value", one.where
    return None
