"""The positions of a trained model: where it has them, and the map that they make.

n places, h heads, e size of a head.
"""

from dataclasses import dataclass
from typing import Any, cast

import torch
from jaxtyping import Float
from torch import Tensor, nn

from regard.attention.padded import Padded, side_by_side
from regard.decoding import greedy
from regard.errors import Mistake
from regard.explain.places import added, products
from regard.layers.positions import Learned, Rotary, Sinusoidal
from regard.layers.relative import Alibi, Bucketed, Relative
from regard.models.bart import Placed as PlacedBart
from regard.models.gpt import GPT
from regard.models.marian import Waves
from regard.models.masked import Placed
from regard.roles import Decodable
from regard.runs.pairs.new_sentences import read_sources
from regard.runs.questions import question_of
from regard.runs.run import Run

KINDS: dict[type[nn.Module], str] = {
    Sinusoidal: "sinusoidal",
    Waves: "sinusoidal",
    Learned: "learned",
    GPT: "learned",
    Placed: "learned",
    PlacedBart: "learned",
    Rotary: "rotary",
    Alibi: "alibi",
    Bucketed: "bucketed",
    Relative: "relative",
}


@dataclass(frozen=True)
class Site:
    """Where a model has positions."""

    name: str
    kind: str
    heads: int
    """How many maps it has: 1 where all heads share one."""
    longest: int | None
    """Places that it has, or None where there is no limit."""


def sites(run: Run) -> list[Site]:
    """All positions of a run's model; none for one that knows no order, or reads word after word."""
    return [_site(run.model, name, part) for name, part in _parts(run.model)]


@torch.no_grad()
def places(run: Run, site: str, length: int, *, head: int = 0, text: str = "") -> Float[Tensor, "n n"]:
    """The map of one of the sites; where it depends on queries, of the mean query of a head while a text is read."""
    parts = dict(_parts(run.model))
    if site not in parts:
        known = ", ".join(f"{name or 'model'!r}" for name in parts) or "none"
        raise Mistake(f"{run.recipe.name} has no positions named {site!r}; it has {known}.")
    part, longest = parts[site], _site(run.model, site, parts[site]).longest
    if longest is not None and length > longest:
        raise Mistake(f"{length} places, and this model has {longest}; ask for fewer.")
    table = _table(part)
    if table is not None:
        return products(table[:length])
    return added(part, length, head=head, query=_query(run, part, text) if isinstance(part, Relative) else None)


def _parts(model: nn.Module) -> list[tuple[str, nn.Module]]:
    return [(name, part) for name, part in model.named_modules() if any(isinstance(part, kind) for kind in KINDS)]


def _site(model: nn.Module, name: str, part: nn.Module) -> Site:
    kind = next(said for known, said in KINDS.items() if isinstance(part, known))
    table, heads = _table(part), 1
    if isinstance(part, Alibi):
        heads = len(part.slopes)
    elif isinstance(part, Bucketed):
        heads = part.biases.shape[1]
    elif isinstance(part, Relative):
        above = model.get_submodule(name.rpartition(".")[0])
        heads = next(cast(int, one.heads) for one in above.modules() if hasattr(one, "heads"))
    return Site(name, kind, heads, None if table is None else len(table))


def _table(part: nn.Module) -> Float[Tensor, "n d"] | None:
    """The vector of each place, as it is added to a word; None where nothing is added."""
    match part:
        case Sinusoidal() | Waves():
            return part.vectors
        case Learned():
            return part.vectors / part.SLOWLY
        case GPT():
            return part.places
        case PlacedBart():
            return part.places[part.UNUSED :]
        case Placed():
            return part.places.weight[part.first :]
        case _:
            return None


def _query(run: Run, part: Relative, text: str) -> Float[Tensor, "h e"]:
    """The mean query of each head that meets these positions while the model reads a text."""
    met: list[Tensor] = []
    hook = part.register_forward_pre_hook(lambda _, given: met.append(given[0].mean((0, 2))))
    try:
        _read(run, text)
    finally:
        hook.remove()
    if not met:
        raise Mistake("these positions meet no query while this text is read; give another text.")
    return torch.stack(met).mean(0)


def _read(run: Run, text: str) -> None:
    """Let the model read a text, and say what it says."""
    if run.recipe.task.kind == "classify":
        question_of(run, text)
    else:
        source = side_by_side([read_sources(run, [text]).ids.tolist()])
        greedy(cast(Decodable[Padded, Any], run.model.eval()), source)
