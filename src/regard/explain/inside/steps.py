"""The steps of an attention as values: matrices with a letter, a formula, and what they are made of.

q tokens that look, k tokens that are looked at, e size of a head.
"""

from dataclasses import dataclass
from typing import Literal

from jaxtyping import Bool, Float
from torch import Tensor

from regard.attention.core import normalise

How = Literal["given", "map", "sum", "product", "bend", "fold", "scale", "mask", "softmax", "mean"]
"""How a number follows from others: not at all; from a row of each; from the same place of each; from a row of one and
a row of the other; from a query's number and a key's; from a row of its own; from one number; likewise, or hidden; from
all of its row; from a row of weights and a column of values."""


@dataclass(frozen=True)
class Step:
    """One matrix."""

    name: str
    formula: str
    how: How
    of: tuple[str, ...]
    """The letters of those that it is made of."""
    rows: Literal["queries", "keys"]
    columns: Literal["numbers", "keys"]
    values: Float[Tensor, "r c"]


@dataclass(frozen=True)
class Before:
    """What a look is made of: everything up to its scores, and what the model made of them."""

    steps: list[Step]
    """The last one has the scores [q, k] that are normalised."""
    values: Step
    """What is averaged, [k, e]; one of the steps."""
    mask: Bool[Tensor, "q k"] | None
    mixed: Float[Tensor, "q e"]
    """The means, by the model itself."""
    notes: tuple[str, ...] = ()


def whole(before: Before) -> list[Step]:
    """All steps: those before, the mask where it hides anything, the weights, and the means."""
    steps = list(before.steps)
    scores = steps[-1]
    if before.mask is not None and not bool(before.mask.all()):
        hidden = scores.values.masked_fill(~before.mask, float("-inf"))
        formula = f"M = {scores.name}, M_ij = −∞ (j > i)"
        steps.append(Step("M", formula, "mask", (scores.name,), "queries", "keys", hidden))
    last, values = steps[-1].name, before.values
    weights = normalise(scores.values, before.mask)
    steps.append(Step("A", f"A = softmax({last})", "softmax", (last,), "queries", "keys", weights))
    mean = weights @ values.values
    steps.append(Step("Z", f"Z = A {values.name}", "mean", ("A", values.name), "queries", "numbers", mean))
    return steps
