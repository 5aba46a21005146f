"""What each kind of position adds to the score of a query at one place and a key at another.

n places, h heads, e size of a head.
"""

from typing import get_args

import torch
from jaxtyping import Float
from torch import Tensor, nn

from regard.errors import Mistake, unknown
from regard.layers.positions import Learned, Position, Rotary, Sinusoidal
from regard.layers.relative import Alibi, Bucketed, Relative

KINDS = tuple(kind for kind in get_args(Position) if kind != "none")
Square = Float[Tensor, "n n"]


@torch.no_grad()
def newborn(kind: str, *, length: int, width: int, heads: int = 8, head: int = 0, seed: int = 0) -> Square:
    """The map of a kind before anything is learned; numbers that are born by chance are those of the seed.

    `width` is the size of a vector that is added to a word, and else of a head. A query, where one is asked for, has
    ones in all places: every vector of a distance then counts by its sum.
    """
    dice = torch.Generator().manual_seed(seed)
    if kind in ("sinusoidal", "learned"):
        made: nn.Module = (Sinusoidal if kind == "sinusoidal" else Learned)(length, width)
    elif kind == "rotary":
        made = Rotary(width)
    elif kind == "alibi":
        made = Alibi(heads)
    elif kind == "bucketed":
        made = Bucketed(heads)
        made.biases.copy_(0.5 * torch.randn(made.biases.shape, generator=dice))
    elif kind == "relative":
        made = Relative(width)
        made.vectors.copy_(0.5 * torch.randn(made.vectors.shape, generator=dice))
    else:
        raise unknown("kind of position", kind, KINDS)
    return added(made, length, head=head, query=torch.ones(1, width))


@torch.no_grad()
def added(part: nn.Module, length: int, *, head: int = 0, query: Float[Tensor, "h e"] | None = None) -> Square:
    """[i, j]: pe_i·pe_j; the product of equal vectors, turned; or the bias of a head, for its query if that counts."""
    if isinstance(part, Rotary):
        turned = part(torch.ones(1, 1, length, 2 * len(part.rates)))[0, 0].double()
        return turned @ turned.T
    if isinstance(part, Relative):
        assert query is not None, "relative positions are multiplied with a query"
        part_of = _head(query[None, :, None].expand(1, -1, length, -1), head)
        return part(part_of, length)[0, 0].double()
    if isinstance(part, Alibi | Bucketed):
        heads = len(part.slopes) if isinstance(part, Alibi) else part.biases.shape[1]
        return _head(part(torch.zeros(1, heads, length, 1), length), head)[0, 0].double()
    return products(part(torch.arange(length)))


def products(vectors: Float[Tensor, "n d"]) -> Square:
    """pe_i·pe_j of vectors that are added to words."""
    return vectors.double() @ vectors.double().T


def change(values: Square) -> float:
    """Largest change of a value when both places move by the same amount, as a share of the range of all values.

    Nothing changes where all values are equal.
    """
    diagonals = [values.diagonal(offset) for offset in range(-len(values) + 1, len(values))]
    widest = max(float(d.max() - d.min()) for d in diagonals)
    span = float(values.max() - values.min())
    return widest / span if span else 0.0


def _head(by_head: Float[Tensor, "1 h q k"], head: int) -> Float[Tensor, "1 1 q k"]:
    heads = by_head.shape[1]
    if not 0 <= head < heads:
        raise Mistake(f"there is no head {head}; there are heads 0 to {heads - 1}.")
    return by_head[:, head : head + 1]
