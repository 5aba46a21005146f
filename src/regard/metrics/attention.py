"""Numbers from attention weights: how concentrated they are (row P2h), and how much each word received.

b texts, h heads, q queries, k keys, m tokens of the longest text. Queries are one a text, or one a token; keys are the
tokens, with f learned vectors in front of them where the model has some (CLS): then only these ask for the verdict.
"""

from typing import Any

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

BINS = 20

Weights = Float[Tensor, "b h q k"]
Lengths = Int[Tensor, " b"]


def entropy(weights: Weights, lengths: Lengths, *, normalised: bool = False) -> Float[Tensor, " b"]:
    """H = −Σ p log p of each text, mean over heads and its queries.

    Normalised, it is divided by the log of the keys that may be seen: 1 is a plain mean, 0 a single word, NaN a text
    with one key. The gradient stays finite where a weight is too small for its type and became 0.
    """
    front = _front(weights, lengths)
    mean = _over_queries(-_terms(weights).sum(-1, keepdim=True), lengths, front)[:, 0]
    return mean / (lengths + front).to(mean.dtype).log() if normalised else mean


def received(weights: Weights, lengths: Lengths) -> Float[Tensor, "b m"]:
    """The weight that each token of a text received, mean over heads and the text's queries."""
    front = _front(weights, lengths)
    return _over_queries(weights, lengths, front)[:, front:]


def histogram(normalised: np.ndarray[Any, np.dtype[np.float64]]) -> list[int]:
    """How many texts fall in each of 20 equal bins of [0, 1]; texts of one word are left out."""
    known = normalised[~np.isnan(normalised)].clip(0.0, 1.0)
    return np.histogram(known, bins=BINS, range=(0.0, 1.0))[0].tolist()


def _terms(weights: Weights) -> Weights:
    """The p log p of each weight; in place where no gradient is wanted, which takes half the time."""
    positive = weights.clamp_min(torch.finfo(weights.dtype).tiny)
    if positive.requires_grad:
        return weights * positive.log()
    return positive.log_().mul_(weights)


def _front(weights: Tensor, lengths: Tensor) -> int:
    """How many learned vectors stand in front of each text."""
    return weights.shape[-1] - int(lengths.max())


def _over_queries(values: Float[Tensor, "b h q e"], lengths: Lengths, front: int) -> Float[Tensor, "b e"]:
    """Mean over heads and over the queries that the verdict rests on: those in front, or else all tokens of a text."""
    heads = values.mean(1)
    if heads.shape[1] == 1 or front:
        return heads[:, : max(front, 1)].mean(1)
    real = torch.arange(heads.shape[1], device=heads.device) < lengths[:, None]
    return heads.masked_fill(~real[..., None], 0.0).sum(1) / lengths[:, None]
