"""Heads of a model: all of them small, one of them large, and what the model says without some of them.

h heads, q tokens that look, k tokens that are looked at; r c places of a smaller map; p places that are answered at.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, cast

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float
from numpy.typing import NDArray
from torch import Tensor

from regard.attention.watch import Edit, NothingSeen, watching
from regard.errors import Mistake
from regard.explain.heads.passes import Pass, Site, checked_head, site_of, sites_of

SMALL = 32
"""Rows and columns of a small map, at most."""
ROWS = 256
"""Tokens, about, over which the spread of a head is a mean."""
HABITS = ("spread", "itself", "before", "after", "first")
"""What a head does on average: how many tokens it looks at (e to its entropy), and its weight on certain ones."""
How = Literal["zero", "uniform"]
"""What takes the place of a head's weights: nothing, or the same for every token that it may see."""


@dataclass(frozen=True)
class Layer:
    """All heads of one attention, small."""

    site: Site
    call: int
    """Which of the calls of this attention, where a model uses it several times."""
    calls: int
    shape: tuple[int, int]
    """Tokens that look, and those that are looked at."""
    maps: NDArray[np.float32]
    """[h, r, c]: the largest weight of each place."""
    habits: list[dict[str, float | None]]
    """Of each head."""


@dataclass(frozen=True)
class Chosen:
    """A head of an attention, of one of its calls."""

    site: str
    head: int
    call: int = 0


Told = Callable[[Layer, "Float[Tensor, 'h q k'] | None"], None]
"""Who hears of a layer as soon as it is seen, with its weights; without them where it takes several calls."""


def every_layer(passed: Pass, told: Told = lambda layer, weights: None) -> tuple[list[Layer], Float[Tensor, "p c"]]:
    """Every attention that the text meets, in the order in which it meets them; with them, what the model answers."""
    layers: list[Layer] = []
    calls: dict[str, list[Tensor]] = {}

    def look(site: Site, weights: Tensor) -> Tensor:
        whole = weights[0].float()
        seen = torch.cat([pooled(whole, SMALL).flatten(1), _habits(whole)], dim=1)
        calls.setdefault(site.name, []).append(seen)
        if not _several(passed, site):
            layers.extend(_layers(passed, site, [seen]))
            told(layers[-1], whole)
        return seen[:, :0]

    answer: list[Tensor] = []
    with ExitStack() as watches:
        for site in sites_of(passed):
            watches.enter_context(suppress(NothingSeen))
            watches.enter_context(watching(passed.model, site.name, keep=partial(look, site)))
        answer.append(passed.logits())
    for site in (site_of(passed, name) for name in calls):
        if _several(passed, site):
            for layer in _layers(passed, site, calls[site.name]):
                layers.append(layer)
                told(layer, None)
    met = list(calls)
    return sorted(layers, key=lambda layer: met.index(layer.site.name)), answer[0]


def _several(passed: Pass, site: Site) -> bool:
    """Whether an attention is called several times for one text."""
    return site.stepwise or passed.repeats(site.name)


def _layers(passed: Pass, site: Site, calls: Sequence[Tensor]) -> Iterator[Layer]:
    """What was seen of an attention, as one map of all its calls or one of each."""
    down, across = len(passed.names(site.rows)), len(passed.names(site.columns))
    if site.stepwise:
        small = torch.cat([call[:, : -len(HABITS)].unflatten(1, (-1, min(across, SMALL))) for call in calls], 1)
        habits = torch.stack([call[:, -len(HABITS) :] for call in calls]).mean(0)
        yield _layer(site, 0, 1, (down, across), pooled(small, SMALL), habits)
        return
    for number, call in enumerate(calls):
        small = call[:, : -len(HABITS)].unflatten(1, (min(down, SMALL), -1))
        yield _layer(site, number, len(calls), (down, across), small, call[:, -len(HABITS) :])


def weights_of(passed: Pass, chosen: Chosen) -> NDArray[np.float32]:
    """The weights [q, k] of one head, as the model has them."""
    site = site_of(passed, chosen.site)
    head = checked_head(site, chosen.head)
    with suppress(NothingSeen), watching(passed.model, site.name, keep=lambda some: some[0, head].clone()) as watch:
        passed.logits()
    calls = watch.maps.get(site.name, [])
    if not calls:
        raise Mistake(f"the attention {site.name} did not look at this text; choose another.")
    if site.stepwise:
        return torch.cat(calls).float().numpy()
    if not 0 <= chosen.call < len(calls):
        raise Mistake(f"{site.name} looked {len(calls)} times, counted from 0; there is no look {chosen.call}.")
    return calls[chosen.call].float().numpy()


def pooled(weights: Float[Tensor, "h q k"], most: int) -> Float[Tensor, "h r c"]:
    """The map with at most so many rows and columns, each place the largest of those that fall into it."""
    down, across = weights.shape[-2:]
    if down <= most and across <= most:
        return weights
    return F.adaptive_max_pool2d(weights[None], (min(down, most), min(across, most)))[0]


def silencing(passed: Pass, heads: Iterable[Chosen], how: How) -> Edit:
    """The edit of a watch that takes the weights of these heads away, or makes them all the same."""
    wanted: dict[str, list[Chosen]] = {}
    for one in heads:
        checked_head(site_of(passed, one.site), one.head)
        wanted.setdefault(one.site, []).append(one)
    seen: dict[str, int] = {}

    def edit(name: str, weights: Tensor) -> Tensor:
        number = seen[name] = seen.get(name, -1) + 1
        here = [one.head for one in wanted.get(name, []) if not passed.repeats(name) or one.call == number]
        if not here:
            return weights
        weights = weights.clone()
        old = weights[:, here]
        visible = (old > 0).to(old.dtype)
        weights[:, here] = 0.0 if how == "zero" else visible / visible.sum(-1, keepdim=True).clamp(min=1)
        return weights

    return edit


def without(passed: Pass, heads: Sequence[Chosen], how: How, ask: Callable[[], Any]) -> Any:
    """What the model says while these heads are silenced."""
    if not heads:
        return ask()
    with watching(passed.model, edit=silencing(passed, heads, how)):
        return ask()


def _layer(site: Site, call: int, calls: int, shape: tuple[int, int], small: Tensor, habits: Tensor) -> Layer:
    each = [
        {name: None if value != value else value for name, value in zip(HABITS, row, strict=True)}
        for row in cast(list[list[float]], habits.tolist())
    ]
    return Layer(site, call, calls, shape, small.numpy(), each)


def _habits(weights: Float[Tensor, "h q k"]) -> Float[Tensor, "h s"]:
    """`HABITS` of each head; those that ask for a token's own place are NaN where rows and columns are not the same.

    The entropy of long texts is the mean over some of their tokens, evenly apart.
    """
    some = weights[:, :: 1 + weights.shape[1] // ROWS]
    entropy = -(some * some.clamp(min=1e-30).log()).sum(-1)
    found = [entropy.exp().mean(-1)]
    square = weights.shape[1] == weights.shape[2] > 1
    nothing = torch.full_like(found[0], float("nan"))
    for offset in (0, -1, 1):
        found.append(weights.diagonal(offset, 1, 2).sum(-1) / weights.shape[1] if square else nothing)
    found.append(weights[:, :, 0].mean(-1))
    return torch.stack(found, dim=1)
