"""The one way to see attention weights: open a watch on a model, run it, read the maps.

with watching(model, "decoder.*") as watch:
    model(x)
watch.maps["decoder.layers.1.cross"]      # one [batch, heads, queries, keys] per call

Weights are seen before dropout, per head, under the name of the module that made them. The model may be ours, of
`torch.nn`, of Hugging Face or anybody's.
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from difflib import get_close_matches
from fnmatch import fnmatchcase

import torch
from torch import Tensor, nn

Edit = Callable[[str, Tensor], Tensor]
"""From a site's name and its weights to the weights to use instead."""
Keep = Callable[[Tensor], Tensor]
"""From a call's weights to the part of them to remember."""


class NothingSeen(RuntimeError):
    """A watch was open and no attention that it wanted to see ran."""


@dataclass
class Watch:
    """Attention maps by the name of the module that made them, in the order they were made."""

    sites: dict[nn.Module, str]
    edit: Edit | None = None
    keep_grad: bool = False
    keep: Keep | None = None
    maps: dict[str, list[Tensor]] = field(default_factory=dict[str, list[Tensor]])

    @property
    def changes(self) -> bool:
        """Whether the model must compute with the weights that this watch holds, not beside them."""
        return self.edit is not None or self.keep_grad

    def see(self, site: nn.Module, weights: Tensor) -> Tensor:
        """Note the weights of one call; hand back those to use."""
        name = self.sites[site]
        if self.edit is not None:
            weights = _as_large(self.edit(name, weights), weights, name)
        if self.keep_grad and weights.requires_grad:
            weights.retain_grad()
        noted = weights if self.keep_grad else weights.detach()
        self.maps.setdefault(name, []).append(noted if self.keep is None else self.keep(noted))
        return weights


_open: ContextVar[tuple[Watch, ...]] = ContextVar("open watches", default=())
"""Outermost first. A context variable, so that each thread and each request sees its own."""


def watchers(site: nn.Module) -> tuple[Watch, ...]:
    """The open watches that want this site. A compiled graph is never watched."""
    if torch.compiler.is_compiling():
        return ()
    watches = _open.get()
    return tuple(watch for watch in watches if site in watch.sites) if watches else ()


def shown_to(watches: Sequence[Watch], site: nn.Module, weights: Tensor) -> Tensor:
    """Show the weights to every watch; the weights as the watches leave them, which may edit them."""
    for watch in watches:
        weights = watch.see(site, weights)
    return weights


@contextmanager
def watching(
    model: nn.Module,
    only: str = "*",
    *,
    edit: Edit | None = None,
    keep_grad: bool = False,
    keep: Keep | None = None,
) -> Generator[Watch]:
    """In this block, the attention weights of `model` whose site's name matches `only` are kept.

    A site is a module that calls `attend` or `mix`, an `nn.MultiheadAttention`, or the innermost module that calls
    `scaled_dot_product_attention`, multiplies the result of a softmax by a matrix, or sums up vectors weighed by it.

    `edit` replaces weights as they are made (ablate a head), `keep_grad` leaves them in the graph and retains
    their gradient, `keep` remembers only a part (the last query, the largest few) when inputs are long.
    """
    if not isinstance(model, nn.Module):  # pyright: ignore[reportUnnecessaryIsInstance]
        inner = "; watch its `model`" if isinstance(getattr(model, "model", None), nn.Module) else ""
        raise TypeError(f"what is watched is an nn.Module, and this is a {type(model).__name__}{inner}")
    names = {module: name or type(model).__name__ for name, module in model.named_modules()}
    watch = Watch({m: name for m, name in names.items() if fnmatchcase(name, only)}, edit, keep_grad, keep)
    token = _open.set((*_open.get(), watch))
    try:
        with _seen_from_outside(model, watch):
            yield watch
    finally:
        _open.reset(token)
    if not watch.maps:
        raise NothingSeen(_why_nothing(model, only, watch) + _hidden_by(model))


def _as_large(edited: object, weights: Tensor, name: str) -> Tensor:
    """What an edit gave back, if it can stand in the place of the weights."""
    if not isinstance(edited, Tensor):
        raise TypeError(f"edit gave {type(edited).__name__} for the weights of {name!r}; it must return the weights")
    if edited.shape != weights.shape:
        given, wanted = list(edited.shape), list(weights.shape)
        raise ValueError(f"edit gave weights {given} for those of {name!r}; they must have the same shape, {wanted}")
    return edited


def _why_nothing(model: nn.Module, only: str, watch: Watch) -> str:
    """Why a watch has no maps, as far as the model itself shows it."""
    if not watch.sites:
        near = get_close_matches(only, [name for name, _ in model.named_modules() if name], n=1, cutoff=0.5)
        hint = f"did you mean {near[0]!r}?" if near else "without a name, `maps` has the attention of all modules"
        return f"no module of {type(model).__name__} is named {only!r}; {hint}"
    if any(type(part).__name__ == "OptimizedModule" or _compiles(part) for part in model.modules()):
        return f"no attention named {only!r} was seen: the model runs compiled; watch and call it before torch.compile"
    if only == "*":
        return "no attention ran in this block: the model has none, was not called here, or was called compiled"
    return (
        f"no attention named {only!r} ran in this block: no module of that name is an attention, or the model was not "
        "called here, or was called compiled; without a name, `maps` has those of all"
    )


def _compiles(module: nn.Module) -> bool:
    """Whether a module was compiled in its place."""
    return getattr(module, "_compiled_call_impl", None) is not None


def _seen_from_outside(model: nn.Module, watch: Watch) -> AbstractContextManager[None]:
    """What sees the attention of modules that do not tell it themselves; nothing, if all are ours."""
    if all(
        type(module).__module__.startswith(("regard.", "torch.nn.")) and not isinstance(module, nn.MultiheadAttention)
        for module in model.modules()
    ):
        return nullcontext()
    from regard.attention.foreign.sites import entered

    return entered(model, watch)


def _hidden_by(model: nn.Module) -> str:
    """Which kernel of Hugging Face's shows no weights, if the model was told to use one."""
    kernel = getattr(getattr(model, "config", None), "_attn_implementation", None)
    if kernel in (None, "sdpa", "eager"):
        return ""
    return f"; its kernel, {kernel!r}, shows no weights: load the model with attn_implementation='sdpa' or 'eager'"
