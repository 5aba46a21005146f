"""The check of learning: every parameter gets a gradient, and what should be a parameter is one."""

import torch
from torch import Tensor

from regard.doctor.adapters.adapted import own_name
from regard.doctor.checks.left_out import outside, unlearned, unregistered
from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.inputs.signature import is_published
from regard.doctor.returned import tensors_in
from regard.doctor.running import CannotRun, run_module, stirred
from regard.doctor.sources import made_at
from regard.doctor.subject import Subject
from regard.doctor.trace.trace import Trace
from regard.doctor.wording.sentences import found, part, unknown


def dead_parameter(subject: Subject) -> Finding | NotChecked | None:
    """Every parameter gets a gradient, and no vector that joins the words is left out of the parameters."""
    plain = outside(subject) or unregistered(subject) or unlearned(subject)
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
    where, every = made_at(subject.module, dead[0]), len(list(subject.module.parameters()))
    dead = [own_name(subject.module, name) for name in dead]
    others = part("and others", count=len(dead) - 4) if dead[5:] else part("and another") if dead[4:] else ""
    names = part("named", names=", ".join(dead[:4]), others=others)
    words = "no gradient" if dead[1:] else "one without gradient"
    return found(words, where, dead=len(dead), all=every, names=names)


def _without_gradient(subject: Subject) -> list[str]:
    module, draws = stirred(subject.module), torch.Generator().manual_seed(4)
    wanted = {name: p for name, p in module.named_parameters() if p.requires_grad}
    moved: set[str] = set()
    reached: set[str] = set()
    for seed in range(2):
        module.zero_grad(set_to_none=True)
        case = subject.layout.case([subject.n] * subject.rows, subject.n, seed=seed)
        with torch.enable_grad():
            trace = Trace()
            returned = list(tensors_in(run_module(module, case, trace=trace)))
            told = [each for each in returned if not _is_weights(each, trace)] or returned
            results = [each for each in told if each.requires_grad]
            if not results:
                return sorted(wanted)
            total = torch.stack([(r * torch.randn(r.shape, generator=draws).to(r)).sum() for r in results]).sum()
            total.backward()
        moved |= {name for name, p in wanted.items() if p.grad is not None and bool((p.grad.to_dense() != 0).any())}
        reached |= {name for name, p in wanted.items() if p.grad is not None}
    shifts = {name for name in reached if wanted[name].numel() == 1 or _weight_beside(name) in moved}
    return [name for name in wanted if name not in moved | shifts]


def _is_weights(returned: Tensor, trace: Trace) -> bool:
    """Whether what is returned are the weights of an attention, shown to the reader: no loss is taken of them."""
    return any(mix.mark.kind == "softmax" and mix.weights.data_ptr() == returned.data_ptr() for mix in trace.mixes)


def _weight_beside(bias: str) -> str:
    """The weight of the layer of a bias. Where that learns, a bias without a gradient shifts all scores alike."""
    return bias.removesuffix("bias") + "weight" if bias.endswith("bias") else ""
