"""Inside one head: every step from vectors to weights to their mean, with the numbers that the model has.

q tokens that look, k tokens that are looked at. Each step is computed anew from what the model itself had at that
place; the last two are compared with what the model made.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from regard.attention.heads import MultiHead
from regard.attention.lookup import Lookup
from regard.explain.heads.maps import Chosen, weights_of
from regard.explain.heads.passes import Pass, Site, checked_head, site_of
from regard.explain.inside.multihead import of_head
from regard.explain.inside.others import of_lookup, of_pool
from regard.explain.inside.steps import Step, whole


@dataclass(frozen=True)
class Inside:
    """The steps of one head, over all tokens."""

    site: Site
    steps: list[Step]
    query: int
    """The place of the token that is asked about."""
    weights: Float[Tensor, "q k"]
    """As the model has them."""
    apart: float
    """The largest difference of the steps' weights and means from those that the model made."""
    notes: tuple[str, ...]
    """What is particular, by name: `first` (layer), `turned` (keys and queries), `additive` (score) …"""

    def shown(self, words: int) -> tuple[list[int], list[int]]:
        """Places of at most so many queries and keys to show: the query's own, and the keys that it looks at most."""
        row = self.weights[self.query]
        count = min(words, len(row))
        own = self.site.rows == self.site.columns
        order = row.clone()
        if own:
            order[self.query] = 2.0
        keys = sorted(order.topk(count).indices.tolist())
        if own:
            return keys, keys
        first = max(0, min(self.query - count // 2, len(self.weights) - count))
        return list(range(first, min(first + count, len(self.weights)))), keys


@torch.no_grad()
def inside(passed: Pass, chosen: Chosen, query: int = 0) -> Inside:
    """The arithmetic of a head; `query` is the token whose hidden layer is shown, where a score has one."""
    site = site_of(passed, chosen.site)
    head = checked_head(site, chosen.head)
    seen = torch.from_numpy(weights_of(passed, chosen))
    query = min(max(query, 0), len(seen) - 1)
    part = passed.model.get_submodule(site.name)
    if isinstance(part, MultiHead):
        before = of_head(passed, site, head, chosen.call)
    elif isinstance(part, Lookup):
        before = of_lookup(passed, site, query)
    else:
        before = of_pool(passed, site)
    steps = whole(before)
    weights, mean = steps[-2].values, steps[-1].values
    apart = max(float((weights - seen).abs().max()), float((mean - before.mixed).abs().max()))
    return Inside(site, steps, query, seen, apart, before.notes)
