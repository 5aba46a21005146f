"""Random attention to try: every size on its own, masks of every breadth, rows that may see nothing.

b batch, h heads, g groups of heads, q queries, k keys, d e sizes of a head.
"""

from dataclasses import dataclass

import torch
from hypothesis import strategies as st
from torch import Tensor

SIZES = st.integers(1, 5)


@dataclass(frozen=True)
class Case:
    """The arguments of one call of `attend`."""

    q: Tensor
    k: Tensor
    v: Tensor
    mask: Tensor | None
    bias: Tensor | None
    scale: float | None

    @property
    def scores(self) -> Tensor:
        """What `attend` must normalise, product by product."""
        heads, groups, width = self.q.shape[1], self.k.shape[1], self.q.shape[-1]
        scores = self.q.new_empty(len(self.q), heads, self.q.shape[2], self.k.shape[2])
        for head in range(heads):
            scores[:, head] = torch.einsum("bqd,bkd->bqk", self.q[:, head], self.k[:, head // (heads // groups)])
        scores = scores / width**0.5 if self.scale is None else scores * self.scale
        return scores if self.bias is None else scores + self.bias

    @property
    def values(self) -> Tensor:
        """The value that each head uses."""
        share = self.q.shape[1] // self.v.shape[1]
        return torch.stack([self.v[:, head // share] for head in range(self.q.shape[1])], dim=1)


@st.composite
def masks(draw: st.DrawFn, b: int, h: int, q: int, k: int) -> Tensor:
    """A mask, perhaps shared by texts, heads or queries; from nothing may be seen to everything may."""
    shape = [1 if draw(st.booleans()) else size for size in (b, h, q)]
    density = draw(st.sampled_from([0.0, 0.3, 0.6, 1.0]))
    mask = torch.rand(*shape, k, generator=dice(draw)) < density
    if draw(st.booleans()):
        mask[-1, -1, -1] = False
    return mask


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Arguments of `attend`, in float64."""
    b, g, share, q, k, d, e = (draw(SIZES) for _ in range(7))
    h = g * min(share, 3)
    noise = dice(draw)

    def normal(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=noise, dtype=torch.float64)

    return Case(
        normal(b, h, q, d),
        normal(b, g, k, d),
        normal(b, g, k, e),
        draw(st.none() | masks(b, h, q, k)),
        normal(*(1 if draw(st.booleans()) else size for size in (b, h, q)), k) if draw(st.booleans()) else None,
        draw(st.sampled_from([None, 0.3, 2.0])),
    )


def dice(draw: st.DrawFn) -> torch.Generator:
    """A source of random numbers that hypothesis can repeat."""
    return torch.Generator().manual_seed(draw(st.integers(0, 2**31)))


def softmax_of_the_seen(scores: Tensor, mask: Tensor | None) -> Tensor:
    """exp(s_i) / Σ exp(s_j) over the keys that may be seen, row by row; zeros where there are none."""
    weights = torch.zeros_like(scores)
    seen = torch.ones_like(scores, dtype=torch.bool) if mask is None else mask.expand_as(scores)
    for row, allowed, out in zip(
        scores.flatten(0, -2), seen.flatten(0, -2), weights.view(-1, weights.shape[-1]), strict=True
    ):
        if allowed.any():
            powers = torch.exp(row[allowed] - row[allowed].max())
            out[allowed] = powers / powers.sum()
    return weights
