"""How concentrated attention is (row P2h).

b texts, h heads, q queries, k keys.
"""

from typing import Any

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

BINS = 20


def entropy(weights: Float[Tensor, "b h q k"], normalised_by: Int[Tensor, " b"] | None = None) -> Float[Tensor, " b"]:
    """H = −Σ p log p of each text, mean over heads and queries.

    With the lengths n given, divided by log n: 1 is a plain mean, 0 a single word, NaN a text of one word.
    The gradient stays finite where a weight is too small for its type and became 0.
    """
    each = -(weights * weights.clamp_min(torch.finfo(weights.dtype).tiny).log()).sum(-1).mean((1, 2))
    return each if normalised_by is None else each / normalised_by.to(each.dtype).log()


def histogram(normalised: np.ndarray[Any, np.dtype[np.float64]]) -> list[int]:
    """How many texts fall in each of 20 equal bins of [0, 1]; texts of one word are left out."""
    known = normalised[~np.isnan(normalised)].clip(0.0, 1.0)
    return np.histogram(known, bins=BINS, range=(0.0, 1.0))[0].tolist()
