"""What attention averages: weights times the values they fall on.

b texts, h g heads, q tokens that look, k tokens that are looked at, e size of a head, d width.
"""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from torch import Tensor, nn

from regard.attention.core import spread
from regard.attention.heads import MultiHead
from regard.attention.lookup import Lookup
from regard.attention.ragged import Ragged
from regard.errors import Mistake
from regard.explain.methods.weights import OTHERS, chosen_heads, looked_at, seen
from regard.explain.question import Question
from regard.explain.together import Together
from regard.layers.pooling import MeanPool, QueryPool, TextQueryPool

Scores = NDArray[np.float64]


def attention_norms(questions: Sequence[Question], layer: str = "", head: int | None = None) -> list[Scores]:
    """‖Σ_h α^h_j W_o^h v^h_j‖: how long the vector is that each token sends.  Kobayashi et al. (2020), section 3.

    Of the attention that the answer rests on, or of a layer; of all heads together, or of one. With f^h = W_o^h v^h_j
    the square of a length is Σ_h Σ_g α^h α^g f^h·f^g, so that no vector is added up for each pair of tokens.
    """
    texts = Together(questions)
    site = layer or texts.asked.looks
    if site is None:
        raise Mistake(f"this model has no attention whose values have a length; {OTHERS} work.")
    parts = dict(texts.model.named_modules())
    if not isinstance(parts.get(site), MultiHead | Lookup | MeanPool | QueryPool | TextQueryPool):
        raise Mistake(f"attention-norms needs the name of one attention, not {site!r}; attention shows their names.")
    with values_of(parts[site], texts) as sent:
        weights = seen(texts, site).last()
    values = sent.last()
    if head is not None:
        weights, values = chosen_heads(weights, head)[:, None], values[:, head : head + 1]
    products = torch.einsum("bhkd,bgkd->bhgk", values, values)
    squares = (torch.einsum("bhqk,bhgk->bgqk", weights, products) * weights).sum(1)
    return looked_at(texts, squares.clamp(min=0).sqrt())


@dataclass
class Sent:
    """What each head would add for each token, had it all of the weight."""

    found: list[Float[Tensor, "b h k d"]] = field(default_factory=list[Tensor])

    def last(self) -> Float[Tensor, "b h k d"]:
        """Those of the last look."""
        return self.found[-1].double()


@contextmanager
def values_of(site: nn.Module, texts: Together) -> Generator[Sent]:
    """In this block, the values of an attention are kept as they reach the layer's output."""
    sent = Sent()

    def apart(flat: Tensor) -> Tensor:
        """[n, …] to [b, k, …]; a learned vector may stand in front of each text."""
        front = (len(flat) - texts.rows.total) // len(texts.questions)
        return (Ragged(texts.rows.lengths + front) if front else texts.rows).pad(flat)

    def of_heads(_part: nn.Module, _given: Any, made: Tensor) -> None:
        heads = cast(MultiHead, site)
        split = (apart(made) if made.dim() == 2 else made).detach().unflatten(-1, (heads.groups, heads.size))
        out = heads.out.weight.detach().unflatten(1, (heads.heads, heads.size)).to(split.dtype)
        sent.found.append(torch.einsum("bhke,dhe->bhkd", spread(split.transpose(1, 2), heads.heads), out))

    def of_pool(pool: nn.Module, given: tuple[Tensor, Tensor, Any]) -> None:
        value = getattr(pool, "value", None)
        sent.found.append(apart((given[0] if value is None else value(given[0])).detach()[given[1]])[:, None])

    def of_lookup(_part: nn.Module, given: tuple[Any, ...]) -> None:
        sent.found.append(given[1].layers[0][1].detach())

    if isinstance(site, MultiHead):
        handle = site.value.register_forward_hook(of_heads)
    else:
        handle = site.register_forward_pre_hook(of_lookup if isinstance(site, Lookup) else of_pool)
    try:
        yield sent
    finally:
        handle.remove()
