"""Whether a head matters: what the answers lose when its weights are taken away, or made all the same."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from regard.attention.watch import NothingSeen, watching
from regard.explain.heads.reads import Reads
from regard.explain.heads.roles import Site

How = Literal["zero", "uniform"]
"""What takes the place of a head's weights: nothing, or the same for every token that it sees."""
HOW: tuple[How, ...] = ("zero", "uniform")

Chosen = Sequence[tuple[Site, int]]
"""Sites, and which of their heads."""


def silenced(weights: Tensor, heads: Sequence[int], how: How) -> Tensor:
    """The weights [b, h, q, k] with those of some heads taken away, or made the same for all that they see."""
    weights = weights.clone()
    seen = (weights[:, list(heads)] > 0).to(weights.dtype)
    weights[:, list(heads)] = 0.0 if how == "zero" else seen / seen.sum(-1, keepdim=True).clamp_min(1)
    return weights


@torch.no_grad()
def without(
    model: nn.Module, reads: Reads, count: int, chosen: Chosen, how: How, tell: Callable[[], None] | None = None
) -> NDArray[np.float64]:
    """What became of every text [n, 4] while these heads were silent.

    Sites that are not touched keep their fused kernel. Of one that is used several times, only the call that is meant.
    """
    model.eval()
    wanted: dict[str, list[tuple[Site, int]]] = {}
    for site, head in chosen:
        wanted.setdefault(site.name, []).append((site, head))
    only = next(iter(wanted)) if len(wanted) == 1 else "*"
    found = np.zeros((count, 4))
    for read in reads():
        calls: dict[str, int] = {}

        def edit(name: str, weights: Tensor, calls: dict[str, int] = calls) -> Tensor:
            number = calls[name] = calls.get(name, -1) + 1
            heads = [head for site, head in wanted.get(name, ()) if site.calls == 1 or site.call == number]
            return silenced(weights, heads, how) if heads else weights

        with suppress(NothingSeen), watching(model, only, edit=edit, keep=lambda some: some[..., :0]):
            found[read.rows] = read.answer().T
        if tell is not None:
            tell()
    return found
