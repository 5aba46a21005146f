"""Which module of a foreign model is running: hooks that come with a watch and go with it.

Hooks only say who runs. What it computes is seen by a mode of torch, pushed when a watched module is entered and
popped when it is left: `Looking` sees the kernels and leaves them as they are, `Changing` takes their place.
"""

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Lock

import torch
from torch import nn
from torch.utils.hooks import RemovableHandle

from regard.attention.foreign.changing import Changing
from regard.attention.foreign.looking import Looking
from regard.attention.foreign.running import awake, running
from regard.attention.unseen import Block
from regard.attention.watch import Watch, goes_back, opened


@dataclass(frozen=True)
class Plan:
    """What a watch needs to know of a model that is not ours."""

    hooked: dict[nn.Module, None]
    """Whose entering and leaving is noted."""
    doors: set[nn.Module]
    """Those in which the watch looks."""
    natives: set[nn.MultiheadAttention]
    """Attention that must not be hooked: who called its kernel says that it runs."""
    everywhere: bool
    """Whether a wanted attention lies in no hooked module at all."""
    block: Block
    """What is known of the block in which the watch is open."""


_plans: ContextVar[tuple[Plan, ...]] = ContextVar("plans of open watches", default=())
_mode: ContextVar[tuple[Looking | Changing, int] | None] = ContextVar("the mode and its depth", default=None)
_changes: ContextVar[bool] = ContextVar("whether an open watch changes weights", default=False)
_handles: dict[nn.Module, tuple[int, list[RemovableHandle]]] = {}
_lock = Lock()


@contextmanager
def entered(model: nn.Module, watch: Watch) -> Generator[None]:
    """In this block, what runs in `model` is seen by `watch`, which is open."""
    plan = _plan(model, watch)
    tokens = [
        (_plans, _plans.set((*_plans.get(), plan))),
        (_changes, _changes.set(_changes.get() or watch.changes)),
        (running, running.set(running.get())),
        (awake, awake.set(awake.get())),
        (_mode, _mode.set(None)),
    ]
    _hook(plan.hooked)
    try:
        if plan.everywhere or awake.get() is not None:
            _push(-1)
        yield
    finally:
        _unhook(plan.hooked)
        _pop()
        for variable, token in tokens:
            variable.reset(token)  # pyright: ignore[reportArgumentType]


def _plan(model: nn.Module, watch: Watch) -> Plan:
    names = dict(model.named_modules())
    whole = {part for module in names.values() if _must_stay_bare(module) for part in module.modules()}
    hooked = dict.fromkeys(m for m in names.values() if m not in whole and _can_be_hooked(m))
    attentions = {name: m for name, m in names.items() if isinstance(m, nn.MultiheadAttention) and m in whole}
    doors = {module for module in hooked if module in watch.sites}
    everywhere = False
    for name, attention in attentions.items():
        if attention in watch.sites:
            parts = name.split(".")
            above = {names[".".join(parts[:n])] for n in range(len(parts))} & hooked.keys()
            doors |= above
            everywhere = everywhere or not above
    watch.block.ran = False if model in hooked else None
    return Plan(hooked, doors, set(attentions.values()), everywhere, watch.block)


def _must_stay_bare(module: nn.Module) -> bool:
    """Whether a hook on any part of it would make it leave its fast path, and so change its result."""
    if not isinstance(module, nn.TransformerEncoderLayer):
        return False
    as_written = type(module).forward is nn.TransformerEncoderLayer.forward
    return as_written and type(module.self_attn).forward is nn.MultiheadAttention.forward


def _can_be_hooked(module: nn.Module) -> bool:
    home = type(module).__module__
    if home.startswith("torch._dynamo") or isinstance(module, nn.ModuleList | nn.ModuleDict | torch.jit.ScriptModule):
        return False
    return not home.startswith("torch.nn.") or any(True for _ in module.children())


def _hook(modules: Iterable[nn.Module]) -> None:
    with _lock:
        for module in modules:
            count, handles = _handles.get(module, (0, []))
            if not count:
                handles = [
                    module.register_forward_pre_hook(_enter, prepend=True),
                    module.register_forward_hook(_leave, always_call=True),
                ]
            _handles[module] = (count + 1, handles)


def _unhook(modules: Iterable[nn.Module]) -> None:
    with _lock:
        for module in modules:
            count, handles = _handles.pop(module)
            if count > 1:
                _handles[module] = (count - 1, handles)
            else:
                for handle in handles:
                    handle.remove()


def _enter(module: nn.Module, _: object) -> None:
    if torch.compiler.is_compiling():
        return
    plans = _plans.get()
    if not plans:
        return
    depth = len(running.get())
    running.set((*running.get(), module))
    for plan in plans:
        plan.block.ran = plan.block.ran or module in plan.hooked
    if _mode.get() is None and any(module in plan.doors for plan in plans):
        _push(depth)


def _leave(module: nn.Module, _: object, __: object) -> None:
    if torch.compiler.is_compiling():
        return
    inside = running.get()
    if module not in inside:
        return
    depth = len(inside) - 1 - inside[::-1].index(module)
    running.set(inside[:depth])
    pushed = _mode.get()
    if pushed is not None and pushed[1] >= depth:
        _pop()


def _push(depth: int) -> None:
    natives = {attention for plan in _plans.get() for attention in plan.natives}
    mode = (Changing if _changes.get() else Looking)(natives)
    mode.__enter__()
    _mode.set((mode, depth))
    awake.set(mode)


def _pop() -> None:
    pushed = _mode.get()
    if pushed is not None:
        _mode.set(None)
        awake.set(None)
        pushed[0].__exit__(None, None, None)
        unused = dict.fromkeys(one.maker for one in pushed[0].softmaxes.waiting)
        for watch in opened():
            if goes_back():
                watch.block.repeated = watch.block.repeated or any(maker in watch.sites for maker in unused)
            else:
                watch.block.unused.update(unused)
