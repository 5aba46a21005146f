"""Relative positions: what is added to the score of query i and key j for their distance j − i.

Each is (queries, number of keys) → bias. b batch, h heads, q queries, k keys, e size of a head.
"""

import math

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.layers.positions import Position

Queries = Float[Tensor, "b h q e"]


def distances(queries: int, keys: int, device: torch.device | None = None) -> Int[Tensor, "q k"]:
    """Place of the key less that of the query, j − i; with more keys than queries, the queries are the last ones."""
    return torch.arange(keys, device=device) - torch.arange(keys - queries, keys, device=device)[:, None]


class Relative(nn.Module):
    """q_i·a_{j−i} / √e, with a learned vector a for each distance up to `reach`, beyond which all count as one.

    Shaw, Uszkoreit & Vaswani (2018), equations 4 and 5, keys only: their table 3 finds no gain in values. Products
    with the 2·reach + 1 vectors come first and are then laid out by distance, so no q × k × e tensor exists.
    """

    def __init__(self, size: int, reach: int = 16) -> None:
        super().__init__()
        self.reach = reach
        self.vectors = nn.Parameter(nn.init.normal_(torch.empty(2 * reach + 1, size), std=0.5))

    def forward(self, q: Queries, keys: int) -> Float[Tensor, "b h q k"]:
        """The bias of each query by itself."""
        by_distance = q @ self.vectors.T * q.shape[-1] ** -0.5
        which = distances(q.shape[-2], keys, q.device).clamp(-self.reach, self.reach) + self.reach
        return by_distance.gather(-1, which.expand(*q.shape[:-1], keys))


class Bucketed(nn.Module):
    """A learned number for each head and bucket of distances.  Raffel et al. (2020), section 2.1.

    Half of the buckets lie behind a query and half ahead; the nearest distances have one each, the others share
    ever wider ones. The last ends nowhere: it begins below `furthest` (at 91 of 128, with 32 buckets), and holds
    everything beyond.
    """

    buckets: Tensor

    def __init__(self, heads: int, buckets: int = 32, furthest: int = 128) -> None:
        super().__init__()
        self.furthest = furthest
        each = [bucket(distance, buckets, furthest) for distance in range(-furthest, furthest + 1)]
        self.register_buffer("buckets", torch.tensor(each), persistent=False)
        self.biases = nn.Parameter(nn.init.normal_(torch.empty(buckets, heads), std=0.5))

    def forward(self, q: Queries, keys: int) -> Float[Tensor, "1 h q k"]:
        """The bias of each head for each distance, one for all texts."""
        apart = distances(q.shape[-2], keys, q.device).clamp(-self.furthest, self.furthest)
        return F.embedding(self.buckets[apart + self.furthest], self.biases).movedim(-1, 0)[None]


def bucket(distance: int, buckets: int = 32, furthest: int = 128) -> int:
    """The bucket of a distance: those behind the query from 0 on, those ahead from buckets/2 on."""
    half = buckets // 2
    near = half // 2
    side, far = (half if distance > 0 else 0), abs(distance)
    if far < near:
        return side + far
    wider = int(math.log(far / near) / math.log(furthest / near) * (half - near))
    return side + min(near + wider, half - 1)


class Alibi(nn.Module):
    """−m_h·|i − j|: head h pays m_h for each place that it looks back.  Press, Smith & Lewis (2022), section 3.

    Their models never look ahead. Where a query may, it pays the slopes in the opposite order, m_{H+1−h}: with the
    same ones a text and its mirror image would be alike. (So they are for a single head.)
    """

    slopes: Tensor

    def __init__(self, heads: int) -> None:
        super().__init__()
        self.register_buffer("slopes", torch.tensor(slopes(heads)), persistent=False)

    def forward(self, q: Queries, keys: int) -> Float[Tensor, "1 h q k"]:
        """The bias of each head for each distance, one for all texts."""
        apart = distances(q.shape[-2], keys, q.device)
        back, ahead = self.slopes[:, None, None], self.slopes.flip(0)[:, None, None]
        return torch.where(apart > 0, -ahead * apart, back * apart)[None].to(q.dtype)


def slopes(heads: int) -> list[float]:
    """m_h = 2^(−8h/H) where H is a power of two.

    Otherwise those of the power of two below, filled up with every other one of the power of two above.
    """
    power = 2 ** int(math.log2(heads))
    if power == heads:
        return [2 ** (-8 * h / heads) for h in range(1, heads + 1)]
    return slopes(power) + slopes(2 * power)[::2][: heads - power]


def bias_of(position: Position, size: int, heads: int) -> nn.Module | None:
    """What a kind of position adds to scores, for heads of a size; None where it adds to words or turns them."""
    match position:
        case "relative":
            return Relative(size)
        case "bucketed":
            return Bucketed(heads)
        case "alibi":
            return Alibi(heads)
        case _:
            return None
