"""Checks of roles: what is called query asks, what is called key is compared, what is called value is mixed."""

from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor

from regard.doctor.checks.unread import nothing_asked, unread_in
from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.inputs.names import SOURCE, TARGET, claim, said
from regard.doctor.running import SMALL, CannotRun, apart
from regard.doctor.subject import Subject
from regard.doctor.trace.marks import Product
from regard.doctor.trace.seen import Normalised
from regard.doctor.trace.trace import LOW, Trace
from regard.doctor.wording.sentences import found, part, unknown

PLACE = 2
LITTLE = 2e-6
"""By how much the logarithm of a weight may move by rounding."""

UNREAD = "key-value-swapped"
NO_EFFECT = ("dead-parameter", "softmax-wrong-dimension", "mask-inverted")
"""What else leaves an input without an effect."""


def key_value_swapped(subject: Subject) -> Finding | NotChecked | None:
    """Keys make the weights, values are mixed by them."""
    return _swapped(subject, "key", "value")


def query_key_swapped(subject: Subject) -> Finding | NotChecked | None:
    """A query decides its own row of the weights, a key its column."""
    where = _padded_ask(subject)
    if where:
        return found("padded ask", where)
    asked = nothing_asked(subject)
    if asked:
        return found("nothing asked", behind=NO_EFFECT, names=asked)
    return _source_asks(subject) or _swapped(subject, "query", "key")


def _source_asks(subject: Subject) -> Finding | None:
    """What is called source looks at what is called target, and not the other way round."""
    inputs = subject.layout.of("vectors", "ids")
    source, target = ([a.name for a in inputs if a.keys is keys] for keys in (True, False))
    told = all(map(SOURCE.match, map(said, source))) and all(map(TARGET.match, map(said, target)))
    if subject.layout.streams == 1 or subject.n == subject.m or not told:
        return None
    mixes = [mix for mix in subject.traced()[1].mixes if mix.weights.ndim > 2 and mix.is_shared_out]
    turned = [mix for mix in mixes if mix.weights.shape[-2:] == (subject.n, subject.m)]
    if not turned or any(mix.weights.shape[-2:] == (subject.m, subject.n) for mix in mixes):
        return None
    return found("source asks", turned[0].where, source=", ".join(source), target=", ".join(target))


def _padded_ask(subject: Subject) -> str:
    """The line where tokens whose mask nobody reads look at the others, and nothing looks at them."""
    n, m, mask = subject.n, subject.m, subject.layout.mask
    if subject.layout.streams == 1 or n == m or mask is None:
        return ""
    result, trace = subject.traced()
    turned = [mix for mix in trace.mixes if mix.weights.shape[-2:] == (n, m)]
    if not turned or any(mix.weights.shape[-1] == n for mix in trace.mixes):
        return ""
    return turned[0].where if apart(result, subject.traced(subject.short)[0]) < SMALL else ""


def _swapped(subject: Subject, one: str, other: str) -> Finding | NotChecked | None:
    for role in ("value", "key") if one == "key" else ("query",):
        unread = unread_in(subject, role)
        if unread:
            return found(f"{role} unread", behind=NO_EFFECT if one == "key" else (*NO_EFFECT, UNREAD), name=unread)
    named = _by_name(subject, one)
    if isinstance(named, Finding):
        return named
    acts = subject.once(_all_acts)
    told = [act for act in acts if act[1] in (one, other)]
    if not told:
        return None if named else unknown("no names", one=part(f"called {one}"), other=part(f"called {other}"))
    wrong = [act for act in told if (act[1], act[2]) in ((one, other), (other, one))]
    if not wrong:
        return None
    name, said, does, where = wrong[0]
    severity = "error" if name in {a.name for a in subject.layout.arguments} else "warning"
    roles: dict[str, Any] = {"one": part(one), "other": part(other), "said": part(f"called {said}")}
    return found(f"acts as {does}", where, severity=severity, name=name, **roles)


def _by_name(subject: Subject, one: str) -> Finding | bool:
    """A finding where local names tell that parts were exchanged; else whether names tell that they were not."""
    _, trace = subject.traced()
    known = False
    for mix in trace.mixes:
        made = trace.softmaxes[mix.mark.normalised] if mix.mark.normalised >= 0 else None
        products = made.mark.products if made is not None else ()
        if made is None or len(products) != 1:
            continue
        product = products[0]
        said = {product.left_called, product.right_called}
        if one == "key":
            known = known or ("key" in said and mix.called == "value")
            if "value" in said and "key" not in said and mix.called == "key":
                return found("value scores", mix.where, one=part("key"), other=part("value"))
        elif said == {"query", "key"} and made.weights.ndim > 2 and made.weights.shape[-2] > 1:
            rows = product.left_called if _upright(made, product) else product.right_called
            known = known or rows == "query"
            if rows == "key":
                return found("key asks", made.where)
    return known


def _upright(made: Normalised, product: Product) -> bool:
    """Whether rows of the scores belong to the left of their product; else scores were turned on the way."""
    out, scores = product.out, made.scores
    if made.fused or out is None or scores is None or out.shape != scores.shape or out.shape[-1] != out.shape[-2]:
        return True
    if bool((scores > LOW).sum() < 3):
        return True
    straight, turned = (_left_over(scores, each * made.mark.factor) for each in (out, out.mT))
    return not straight > turned


def _left_over(scores: Tensor, products: Tensor) -> float:
    """How much of scores, beside what is the same in all rows, such as distances, products do not explain."""
    seen = (scores > LOW).all(0) if len(scores) > 1 else scores > LOW
    rest = scores - products
    return float(rest.std(0)[seen].sum() if len(scores) > 1 else rest[seen].std())


def _all_acts(subject: Subject) -> list[tuple[str, str, str, str]]:
    return list(_acts(subject))


def _acts(subject: Subject) -> Iterator[tuple[str, str, str, str]]:
    """Each argument and each linear map with a telling name: name, what it is called, what it does, where."""
    case = subject.case(m=subject.n)
    try:
        base = subject.retraced(case)[1]
        for argument in subject.layout.of("vectors"):
            said = claim(argument.name)
            if said is not None and len(subject.layout.of("vectors")) > 1:
                changed = subject.layout.changed(case, range(subject.rows), [PLACE], [argument.name])
                if act := _does(subject, base, subject.retraced(changed)[1]):
                    yield argument.name, said, *act
        for name, parameter in subject.module.named_parameters():
            said = claim(name.rpartition(".")[0].rpartition(".")[2] or name) if name.endswith("weight") else claim(name)
            if said is not None and parameter.ndim in (2, 3):
                moved = subject.retraced(case, _moving(parameter, subject))[1]
                if act := _does(subject, base, moved):
                    yield name, said, *act
    except CannotRun:
        return


def _moving(parameter: Tensor, subject: Subject) -> Callable[[str, tuple[Any, ...], Tensor], Tensor]:
    """What moves the output of a linear map at one place of every row."""

    def meddle(name: str, args: tuple[Any, ...], out: Tensor) -> Tensor:
        mine = name in {"linear", "matmul", "__matmul__", "mm", "einsum"} and any(each is parameter for each in args)
        sizes = (subject.n, subject.n + 1)
        places = [dim for dim in range(out.ndim - 1) if out.shape[dim] in sizes]
        if not mine or out.ndim not in ((2, 3, 4) if name == "einsum" else (2, 3)) or not places:
            return out
        out = out.clone()
        noise = torch.randn(out.shape[-1], generator=torch.Generator().manual_seed(5)) * out.std()
        out.select(places[-1], PLACE).add_(noise)
        return out

    return meddle


def _does(subject: Subject, base: Trace, moved: Trace) -> tuple[str, str] | None:
    """What a change did to the first attention that it reached."""
    for one, other in zip(base.mixes, moved.mixes, strict=False):
        if one.mark.kind != "softmax" or one.weights.shape != other.weights.shape:
            return None
        if apart(one.weights, other.weights) > SMALL:
            queries = one.weights.shape[-2]
            if one.weights.ndim < 3 or queries not in (subject.n, subject.n + 1):
                return None
            acts = _acts_as(one.weights, other.weights)
            return (acts, one.where) if acts else None
        if apart(one.values, other.values) > SMALL:
            return "value", one.where
    return None


def _acts_as(before: Tensor, after: Tensor) -> str:
    """Whether what moved is a query, which moves its row, or a key, which moves its column against all others."""
    moved = (after.log() - before.log()).nan_to_num(0.0, 0.0, 0.0)
    much = max(float(moved.abs().max()) / 100, LITTLE)
    rows = (moved.abs() > much).any(-1).reshape(-1, moved.shape[-2]).any(0)
    if not torch.cat([rows[:PLACE], rows[PLACE + 1 :]]).any():
        return "query"
    others = torch.cat([moved[..., :PLACE], moved[..., PLACE + 1 :]], -1)
    within = others - others.median(-1, keepdim=True).values
    return "" if bool((within.abs() > much)[before.amin(-1) > 0].any()) else "key"
