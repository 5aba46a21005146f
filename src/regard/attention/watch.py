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
from fnmatch import fnmatchcase

import torch
from torch import Tensor, nn

from regard.attention.unseen import Block, why

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
    block: Block = field(default_factory=Block, repr=False)

    @property
    def changes(self) -> bool:
        """Whether the model must compute with the weights that this watch holds, not beside them."""
        return self.edit is not None or self.keep_grad

    def see(self, site: nn.Module, weights: Tensor) -> Tensor:
        """Note the weights of one call, but not once more where it is repeated; hand back those to use."""
        name = self.sites[site]
        if self.edit is not None:
            weights = _as_large(self.edit(name, weights), weights, name)
        if goes_back():
            self.block.repeated = True
            return weights
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
    if not watches:
        return ()
    for watch in watches:
        if site not in watch.sites:
            watch.block.others[site] = None
    return tuple(watch for watch in watches if site in watch.sites)


def opened() -> tuple[Watch, ...]:
    """All watches that are open here."""
    return _open.get()


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
    if not isinstance(only, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        way = "several need a watch each"
        raise TypeError(f"`only` is one name or pattern, such as 'layers.*', and this is {only!r}; {way}")
    names = _named(model)
    watch = Watch({m: name for m, name in names.items() if fnmatchcase(name, only)}, edit, keep_grad, keep)
    token = _open.set((*_open.get(), watch))
    try:
        with _seen_from_outside(model, watch):
            yield watch
    finally:
        _open.reset(token)
    if not watch.maps:
        raise NothingSeen(why(model, only, watch.sites, watch.block))


def _as_large(edited: object, weights: Tensor, name: str) -> Tensor:
    """What an edit gave back, if it can stand in the place of the weights."""
    if not isinstance(edited, Tensor):
        raise TypeError(f"edit gave {type(edited).__name__} for the weights of {name!r}; it must return the weights")
    if edited.shape != weights.shape:
        given, wanted = list(edited.shape), list(weights.shape)
        raise ValueError(f"edit gave weights {given} for those of {name!r}; they must have the same shape, {wanted}")
    return edited


def _named(model: nn.Module) -> dict[nn.Module, str]:
    """The modules of a model and their paths; its own name is that of its class."""
    try:
        return {module: name or type(model).__name__ for name, module in model.named_modules()}
    except TypeError as error:
        way = "a module with an `__eq__` also needs `__hash__ = nn.Module.__hash__`"
        raise TypeError(f"{type(model).__name__} cannot be watched, {error}: {way}") from None


def goes_back() -> bool:
    """Whether a backward pass is on: what runs then has run before, and a checkpoint has not kept it."""
    return torch._C._current_graph_task_id() != -1  # pyright: ignore


def _seen_from_outside(model: nn.Module, watch: Watch) -> AbstractContextManager[None]:
    """What sees the attention of modules that do not tell it themselves; nothing, if all are ours."""
    if all(
        type(module).__module__.startswith(("regard.", "torch.nn.")) and not isinstance(module, nn.MultiheadAttention)
        for module in model.modules()
    ):
        return nullcontext()
    from regard.attention.foreign.sites import entered

    return entered(model, watch)
