"""The check of learning: every parameter gets a gradient, and what should be a parameter is one."""

import torch
from torch import Tensor, nn

from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.positions import plain_tensors
from regard.doctor.signature import is_published
from regard.doctor.subject import SMALL, CannotRun, Subject, apart, own_copy, run_module, tensors_in
from regard.doctor.wording.sentences import found, part, unknown


def dead_parameter(subject: Subject) -> Finding | NotChecked | None:
    """Every parameter gets a gradient, and no vector that joins the words is left out of the parameters."""
    plain = _outside(subject) or _unregistered(subject) or _plain_vector(subject)
    if plain is not None:
        return plain
    try:
        dead = _without_gradient(subject)
    except CannotRun as problem:
        return NotChecked(str(problem))
    except RuntimeError as problem:
        return unknown("no gradient taken", problem=problem)
    if not dead:
        return None
    if is_published(subject.module):
        return unknown("optional parts", names=", ".join(dead[:4]))
    dead = [name.removeprefix("inner.") for name in dead]
    names = part("named", names=", ".join(dead[:4]), others=part("and others", count=len(dead) - 4) if dead[4:] else "")
    every = len(list(subject.module.parameters()))
    return found("no gradient", dead=len(dead), all=every, names=names)


def _without_gradient(subject: Subject) -> list[str]:
    module = own_copy(subject.module)
    draws = torch.Generator().manual_seed(3)
    with torch.no_grad():
        for parameter in module.parameters():
            noise = torch.randn(parameter.shape, generator=draws).to(parameter)
            parameter += 0.02 * noise
    wanted = {name: p for name, p in module.named_parameters() if p.requires_grad}
    moved: set[str] = set()
    reached: set[str] = set()
    for seed in range(2):
        module.zero_grad(set_to_none=True)
        case = subject.layout.case([subject.n] * subject.rows, subject.n, seed=seed)
        with torch.enable_grad():
            results = [each for each in tensors_in(run_module(module, case)) if each.requires_grad]
            if not results:
                return sorted(wanted)
            total = torch.stack([(r * torch.randn(r.shape, generator=draws).to(r)).sum() for r in results]).sum()
            total.backward()
        moved |= {name for name, p in wanted.items() if p.grad is not None and bool((p.grad.to_dense() != 0).any())}
        reached |= {name for name, p in wanted.items() if p.grad is not None}
    shifts = {name for name in reached if wanted[name].numel() == 1 or _weight_beside(name) in moved}
    return [name for name in wanted if name not in moved | shifts]


def _weight_beside(bias: str) -> str:
    """The weight of the layer of a bias. Where that learns, a bias without a gradient shifts all scores alike."""
    return bias.removesuffix("bias") + "weight" if bias.endswith("bias") else ""


def _outside(subject: Subject) -> Finding | None:
    """Parameters that are used and that the module does not know, such as those of layers in a list."""
    _, trace = subject.traced()
    known = {id(parameter) for parameter in subject.module.parameters()}
    outside = [(p, where) for p, where in trace.parameters.values() if p.requires_grad and id(p) not in known]
    return found("outside", outside[0][1], count=len(outside), known=len(known)) if outside else None


def _unregistered(subject: Subject) -> Finding | None:
    """A vector of the module that is set beside the words, or asks, and is no parameter."""
    _, trace = subject.traced()
    held: dict[int, str] = {}
    for path, inner in subject.module.named_modules():
        values: dict[str, Tensor | None] = {**vars(inner), **dict(inner.named_buffers(recurse=False))}
        for name, value in values.items():
            if isinstance(value, Tensor) and not isinstance(value, nn.Parameter) and value.is_floating_point():
                held[value.untyped_storage().data_ptr()] = f"{path}.{name}".lstrip(".")
    widths = _widths(subject)
    for call in trace.named("cat", "concat", "matmul", "__rmatmul__", "einsum", "bmm", "mv"):
        given = call.given[0] if isinstance(call.given[0], tuple | list) else call.given[:3]
        for each in given:
            if isinstance(each, Tensor) and each.untyped_storage().data_ptr() in held and each.ndim:
                name = held[each.untyped_storage().data_ptr()]
                joins = call.name in ("cat", "concat") and each.ndim > 2 and each.shape[-1] in widths
                if joins or not _is_constant(each):
                    shape, last = list(each.shape), name.rpartition(".")[2]
                    return found("no parameter", call.where, name=name, shape=shape, last=last)
    return None


def _plain_vector(subject: Subject) -> Finding | None:
    """A vector, or a few, as wide as a token, that move the result and that nothing can teach."""
    widths = _widths(subject)
    result, _ = subject.traced()
    for name, value in plain_tensors(subject.module):
        few = value.is_floating_point() and value.ndim and value.shape[-1] in widths
        few = few and value.numel() // value.shape[-1] < subject.n
        if not few or value.requires_grad or _is_constant(value):
            continue
        before = value.clone()
        try:
            value += torch.linspace(-1.0, 1.0, value.numel()).reshape(value.shape).to(value)
            moved = apart(subject.result(subject.case()), result)
        finally:
            value.copy_(before)
        if moved > SMALL:
            return found("no parameter", name=name, shape=list(value.shape), last=name.rpartition(".")[2])
    return None


def _widths(subject: Subject) -> set[int]:
    """The sizes of a token."""
    widths = {argument.width for argument in subject.layout.of("vectors")}
    return widths | {inner.embedding_dim for inner in subject.module.modules() if isinstance(inner, nn.Embedding)}


def _is_constant(value: Tensor) -> bool:
    """Whether a tensor holds only zeros and ones, or scores too low to be seen, as masks do."""
    flat = value.detach().reshape(-1)
    return bool(((flat == 0) | (flat == 1) | (flat < -1e3)).all())
