"""Why a watch saw nothing: what happened while it was open, and the way out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from torch import nn

Modules = dict[nn.Module, None]
"""Some modules, in the order in which they were met."""
MOST = 3
"""So many names are listed."""
SEEN = "torch.softmax, scaled_dot_product_attention or nn.MultiheadAttention"


@dataclass
class Block:
    """What is known of the block in which a watch was open, beside the maps."""

    ran: bool | None = None
    """Whether the model ran, if that is known."""
    compiled: bool = False
    """Whether a compiled graph was met."""
    repeated: bool = False
    """Whether attention ran in a backward pass."""
    others: Modules = field(default_factory=Modules)
    """Whose attention ran, and was not asked for."""
    unused: Modules = field(default_factory=Modules)
    """Where a softmax ran whose result was not seen to weigh vectors."""
    flexible: Modules = field(default_factory=Modules)
    """Where FlexAttention ran."""


def why(model: nn.Module, only: str, sites: Mapping[nn.Module, str], block: Block) -> str:
    """One sentence on a watch of the modules `sites`, which has no maps."""
    names = {module: name or type(model).__name__ for name, module in model.named_modules()}
    if not sites:
        near = get_close_matches(only, [name for name, _ in model.named_modules() if name], n=1, cutoff=0.5)
        hint = f"did you mean {near[0]!r}?" if near else "without a name, `maps` has the attention of all modules"
        return f"no module of {type(model).__name__} is named {only!r}; {hint}"
    none = "no attention" if only == "*" else f"no attention named {only!r}"
    if block.compiled or any(type(part).__name__ == "OptimizedModule" or _compiles(part) for part in model.modules()):
        return f"{none} was seen: the model runs compiled; watch and call it before torch.compile"
    if others := _listed(names, block.others):
        return f"{none} ran in this block; it ran in {others}: name those, or leave the name out to see all"
    if block.repeated:
        return f"{none} ran in this block but in a backward pass, which repeats it; watch where the model is called"
    if (kernel := getattr(getattr(model, "config", None), "_attn_implementation", None)) not in (None, "sdpa", "eager"):
        way = "load the model with attn_implementation='sdpa' or 'eager'"
        return f"{none} was seen: its kernel, {kernel!r}, shows no weights: {way}"
    if flexible := _listed(names, block.flexible):
        way = "call scaled_dot_product_attention in its place"
        return f"{none} was seen: flex_attention, which ran in {flexible}, shows no weights; {way}"
    if unused := _listed(sites, block.unused):
        way = "write `weights @ vectors`, or sum up `weights[..., None] * vectors` over the keys"
        return f"{none} was seen: a softmax ran in {unused}, but not to weigh vectors; if it is attention, {way}"
    return none + _if_nothing_is_known(only, block.ran)


def _if_nothing_is_known(only: str, ran: bool | None) -> str:
    """What may be the case where nothing was met, with the way out."""
    uncalled = "the model was not called here, or was called compiled"
    every = "without a name, `maps` has those of all"
    if ran:
        some = "it has none, or makes its" if only == "*" else "those modules have none, or make their"
        way = "write them with one of these" if only == "*" else every
        return f" was seen, though the model ran: {some} weights without {SEEN}; {way}"
    if ran is False:
        return f" ran in this block: {uncalled}"
    if only == "*":
        return " ran in this block: the model has none, was not called here, or was called compiled"
    return f" ran in this block: no module of that name is an attention, or {uncalled}; {every}"


def _compiles(module: nn.Module) -> bool:
    """Whether a module was compiled in its place."""
    return getattr(module, "_compiled_call_impl", None) is not None


def _listed(names: Mapping[nn.Module, str], modules: Iterable[nn.Module]) -> str:
    """The first names and how many others there are; nothing, if none of the modules has a name."""
    found = [repr(names[module]) for module in modules if module in names]
    if len(found) > MOST:
        return f"{', '.join(found[: MOST - 1])} and {len(found) - MOST + 1} more"
    return " and ".join([*([", ".join(found[:-1])] if found[1:] else []), *found[-1:]])
