"""Heads that are born looking at neighbours, where places are vectors added to the words."""

import torch

from regard.attention.heads import MultiHead

NOISE = 0.3
"""What is left of the random weights with which torch starts a linear map."""


@torch.no_grad()
def look_at_neighbours(attention: MultiHead, gain: float) -> None:
    """Head 1 is born looking at the token before, head 2 at the one after, head 3 two before, and so on.

    A query is the place's fast sinusoids, turned as they turn over the distance o, and a key is those of its own place:
    q_i·k_j = gain² Σ_ω cos ω(j − i − o), largest at j = i + o. Learning starts from there as from any weights; from
    random ones, where products of words drown those of places, a small corpus does not teach order. (Trockman & Kolter,
    2023, start heads from what trained ones look like; theirs look at themselves.)
    """
    width, size = attention.query.in_features, attention.size
    for weight in (attention.query.weight, attention.key.weight):
        weight.mul_(NOISE)
    pairs = torch.arange(size // 2)
    rate = 10000.0 ** (-2 * pairs / width)
    sine, cosine = 2 * pairs, 2 * pairs + 1
    for head in range(attention.heads):
        angle = rate * _distance(head)
        row = head * size + sine
        query = attention.query.weight
        query[row, sine] += gain * angle.cos()
        query[row, cosine] += gain * angle.sin()
        query[row + 1, cosine] += gain * angle.cos()
        query[row + 1, sine] -= gain * angle.sin()
        key = attention.key.weight
        key[row, sine] += gain
        key[row + 1, cosine] += gain


def _distance(head: int) -> int:
    """How far head 0, 1, 2, … looks: −1, 1, −2, 2, −3 and so on."""
    far = head // 2 + 1
    return far if head % 2 else -far
