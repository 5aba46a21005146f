"""What takes part in a module like a parameter, and is none."""

import torch
from torch import Tensor, nn

from regard.doctor.adapters.adapted import own_name
from regard.doctor.checks import kept
from regard.doctor.checks.positions import looked_up_by_words
from regard.doctor.diagnosis import Finding
from regard.doctor.running import SMALL, apart
from regard.doctor.sources import made_at
from regard.doctor.subject import Subject
from regard.doctor.wording.sentences import found

ALIKE = 0.3
"""Rows of a table of waves are more alike than this from one to the next; those of a random one are not."""


def outside(subject: Subject) -> Finding | None:
    """Parameters that are used and that the module does not know, such as those of layers in a list."""
    _, trace = subject.traced()
    known = {id(parameter) for parameter in subject.module.parameters()}
    strange = [(p, where) for p, where in trace.parameters.values() if p.requires_grad and id(p) not in known]
    if not strange:
        return None
    words = "outside" if strange[1:] else "one outside"
    return found(words, strange[0][1], count=len(strange), known=len(known))


def unregistered(subject: Subject) -> Finding | None:
    """A vector of the module that is set beside the words, or asks, and is no parameter."""
    _, trace = subject.traced()
    own = subject.once(written)
    held: dict[int, tuple[str, bool]] = {}
    for path, inner in subject.module.named_modules():
        buffers = dict(inner.named_buffers(recurse=False))
        for name, value in {**vars(inner), **buffers}.items():
            whole = f"{path}.{name}".lstrip(".")
            if isinstance(value, Tensor) and not isinstance(value, nn.Parameter) and value.is_floating_point():
                held |= {} if whole in own else {value.untyped_storage().data_ptr(): (whole, name in buffers)}
    for call in trace.named("cat", "concat", "matmul", "__rmatmul__", "einsum", "bmm", "mv"):
        joins = call.name in ("cat", "concat")
        for each in call.given[0] if isinstance(call.given[0], tuple | list) else call.given[:3]:
            if not isinstance(each, Tensor) or each.untyped_storage().data_ptr() not in held or not each.ndim:
                continue
            name, is_buffer = held[each.untyped_storage().data_ptr()]
            in_front = joins and each.ndim > 2 and each.shape[-1] in _widths(subject)
            meant = is_buffer and not joins and not _is_vector(each)
            if in_front or not (meant or _is_made(each)):
                return _no_parameter(subject, name, each, call.where)
    return None


def unlearned(subject: Subject) -> Finding | None:
    """Random numbers that the module keeps, that move the result and that nothing can teach."""
    result, _ = subject.traced()
    words, own = looked_up_by_words(subject), subject.once(written)
    for name, value in kept.plain(subject.module):
        if name in own or not value.is_floating_point() or value.requires_grad:
            continue
        if id(value) in words or _is_made(value):
            continue
        before = value.clone()
        try:
            value += torch.linspace(-1.0, 1.0, value.numel()).reshape(value.shape).to(value)
            moved = apart(subject.result(subject.case()), result)
        finally:
            value.copy_(before)
        if moved > SMALL:
            return _no_parameter(subject, name, value)
    return None


def written(subject: Subject) -> set[str]:
    """What the module writes when it is called, such as a state or the last weights: nobody means to learn that."""
    before = {name: (value, value.clone()) for name, value in kept.unlearned(subject.module)}
    case = subject.case()
    subject.result(subject.layout.changed(case, range(subject.rows), range(subject.n)))
    after = dict(kept.unlearned(subject.module))
    same = {name for name, (value, old) in before.items() if after.get(name) is value and torch.equal(value, old)}
    return after.keys() - same


def _no_parameter(subject: Subject, name: str, value: Tensor, used: str = "") -> Finding:
    own, where = own_name(subject.module, name), made_at(subject.module, name) or used
    return found("no parameter", where, name=own, shape=list(value.shape), last=own.rpartition(".")[2])


def _widths(subject: Subject) -> set[int]:
    """The sizes of a token."""
    widths = {argument.width for argument in subject.layout.of("vectors")}
    return widths | {inner.embedding_dim for inner in subject.module.modules() if isinstance(inner, nn.Embedding)}


def _is_vector(value: Tensor) -> bool:
    return sum(size != 1 for size in value.shape) == 1


def _is_made(value: Tensor) -> bool:
    """Whether a tensor is computed, not drawn: few numbers, those of a mask, a series, or rows like the next."""
    flat = value.detach().reshape(-1)
    if value.numel() < 4 or bool(((flat == 0) | (flat == 1) | (flat < -1e3)).all()):
        return True
    if _is_vector(value):
        steps = flat.diff()
        return bool((steps >= 0).all() or (steps <= 0).all())
    rows = value.detach().reshape(-1, value.shape[-1])
    return len(rows) > 2 and float(nn.functional.cosine_similarity(rows[1:], rows[:-1]).mean()) > ALIKE
