"""What each head does: how widely it looks, how far, and whether at its neighbours.

b texts, h heads, q queries, k keys. Queries and keys are the tokens of a text, with f learned vectors in front of them
where the model has some (CLS).
"""

import torch
from jaxtyping import Float, Int
from torch import Tensor

FIGURES = ("entropy", "distance", "previous", "same", "next")


def head_figures(weights: Float[Tensor, "b h n n"], lengths: Int[Tensor, " b"]) -> Float[Tensor, "h 5"]:
    """For each head its FIGURES, summed over all queries of the texts: divide by their number for the mean.

    Entropy is divided by the log of the keys that may be seen (a text with one key counts 0); distance is the mean of
    |i − j|, in tokens; the others are shares of the weight.
    """
    n = weights.shape[-1]
    seen = lengths + n - int(lengths.max())
    place = torch.arange(n, device=weights.device)
    apart = place - place[:, None]
    entropy = -(weights * weights.clamp_min(torch.finfo(weights.dtype).tiny).log()).sum(-1)
    entropy = entropy / seen.clamp_min(2).to(weights.dtype).log()[:, None, None]
    distance = (weights * apart.abs()).sum(-1)
    shares = [(weights * (apart == step)).sum(-1) for step in (-1, 0, 1)]
    real = (place < seen[:, None])[:, None]
    return torch.stack([(each * real).sum((0, 2)) for each in (entropy, distance, *shares)], dim=-1)
