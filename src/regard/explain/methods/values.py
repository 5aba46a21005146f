"""What attention averages: weights times the values they fall on.

h heads, q tokens that look, k tokens that are looked at, e size of a head, d width.
"""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from regard.attention.core import spread
from regard.attention.heads import MultiHead
from regard.attention.lookup import Lookup
from regard.errors import Mistake
from regard.explain.methods.weights import OTHERS, chosen_heads, looked_at, seen
from regard.explain.question import Question
from regard.layers.pooling import MeanPool, QueryPool, TextQueryPool

Scores = NDArray[np.float64]


def attention_norms(question: Question, layer: str = "", head: int | None = None) -> Scores:
    """‖Σ_h α^h_j W_o^h v^h_j‖: how long the vector is that each token sends.  Kobayashi et al. (2020), section 3.

    Of the attention that the answer rests on, or of a layer; of all heads together, or of one.
    """
    site = layer or question.asked.looks
    if site is None:
        raise Mistake(f"this model has no attention whose values have a length; {OTHERS} work.")
    parts = dict(question.model.named_modules())
    if not isinstance(parts.get(site), MultiHead | Lookup | MeanPool | QueryPool | TextQueryPool):
        raise Mistake(f"attention-norms needs the name of one attention, not {site!r}; attention shows their names.")
    with values_of(parts[site]) as sent:
        weights = seen(question, site).last()
    values = sent.last()
    if head is not None:
        weights, values = chosen_heads(weights, head)[None], values[head : head + 1]
    norms = torch.stack([torch.einsum("hk,hkd->kd", row, values).norm(dim=-1) for row in weights.unbind(1)])
    return looked_at(question, norms)


@dataclass
class Sent:
    """What each head would add for each token, [h, k, d], had it all of the weight."""

    found: list[Tensor] = field(default_factory=list[Tensor])

    def last(self) -> Tensor:
        """Those of the last look."""
        return self.found[-1].double().cpu()


@contextmanager
def values_of(site: nn.Module) -> Generator[Sent]:
    """In this block, the values of an attention are kept as they reach the layer's output."""
    sent = Sent()

    def of_heads(_part: nn.Module, _given: Any, made: Tensor) -> None:
        heads = cast(MultiHead, site)
        split = made.detach().reshape(1, -1, heads.groups, heads.size).transpose(1, 2)
        out = heads.out.weight.detach().unflatten(1, (heads.heads, heads.size))
        sent.found.append(torch.einsum("hke,dhe->hkd", spread(split, heads.heads)[0], out))

    def of_pool(pool: nn.Module, given: tuple[Tensor, Tensor, Any]) -> None:
        value = getattr(pool, "value", None)
        sent.found.append((given[0] if value is None else value(given[0])).detach()[given[1]][None])

    def of_lookup(_part: nn.Module, given: tuple[Any, ...]) -> None:
        sent.found.append(given[1].layers[0][1][0].detach())

    if isinstance(site, MultiHead):
        handle = site.value.register_forward_hook(of_heads)
    else:
        handle = site.register_forward_pre_hook(of_lookup if isinstance(site, Lookup) else of_pool)
    try:
        yield sent
    finally:
        handle.remove()
