"""Who may look where. True means "may look"; masks come from positions, and from lengths (`Ragged`)."""

from functools import reduce

import torch
from jaxtyping import Bool
from torch import Tensor


def causal(queries: int, keys: int, device: torch.device | None = None) -> Bool[Tensor, "1 1 q k"]:
    """The last query sees all keys, the one before it all but the last, and so on.

    With more keys than queries (a cache holds the past) the queries are the last ones.
    """
    last = torch.arange(keys - queries, keys, device=device)[:, None]
    return (torch.arange(keys, device=device) <= last)[None, None]


def both(*masks: Tensor | None) -> Tensor | None:
    """What all of the masks allow; None allows everything."""
    given = [mask for mask in masks if mask is not None]
    return reduce(torch.logical_and, given) if given else None
