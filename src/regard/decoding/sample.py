"""A token by chance, each time.

n rows, v words.
"""

import math
from typing import TypeVar

import torch
from jaxtyping import Float, Int
from torch import Tensor

from regard.attention.padded import Padded
from regard.decoding.hypothesis import Hypothesis
from regard.decoding.walk import Hear, walk
from regard.errors import Mistake
from regard.roles import Decodable

S = TypeVar("S")


def sample(
    model: Decodable[Padded, S],
    source: Padded,
    *,
    temperature: float = 1.0,
    top_k: int = 0,
    nucleus: float = 1.0,
    shortest: int = 0,
    longest: int | None = None,
    repetition: float = 1.0,
    generator: torch.Generator | None = None,
    hear: Hear | None = None,
) -> list[Hypothesis]:
    """y_t drawn from p(y_t | y_<t, x)^(1/temperature), cut and normalised, until END; one output a source.

    Cut to the `top_k` most probable tokens (Fan, Lewis & Dauphin, 2018; 0: all), then to the fewest whose
    probabilities together reach `nucleus` (Holtzman et al., 2020, equation 2). The model is in evaluation mode. Its
    logits are penalised by `repetition` before all else; `hear` is told each token (see `walk`).
    """
    check(temperature, top_k, nucleus)

    def choose(logits: Float[Tensor, "n v"]) -> Int[Tensor, " n"]:
        return torch.multinomial(chances(logits, temperature, top_k, nucleus), 1, generator=generator)[:, 0]

    return walk(model, source, choose, shortest=shortest, longest=longest, repetition=repetition, hear=hear)


def check(temperature: float, top_k: int, nucleus: float) -> None:
    """Refuse settings by which no token can be drawn."""
    if not 0 < temperature < math.inf:
        raise Mistake(f"a temperature of {temperature}: set one above 0, or search greedily, which is its limit.")
    if top_k < 0:
        raise Mistake(f"the {top_k} most probable tokens: set top_k to 1 or more, or to 0 for all of them.")
    if not 0 < nucleus <= 1:
        raise Mistake(f"a nucleus of {nucleus}: set a probability above 0 and at most 1.")


def chances(
    logits: Float[Tensor, "n v"], temperature: float = 1.0, top_k: int = 0, nucleus: float = 1.0
) -> Float[Tensor, "n v"]:
    """What tokens are drawn by, that of the most probable being 1; 0 for those that were cut."""
    kept = cut((logits.double() / temperature), top_k, nucleus)
    return (kept - kept.amax(-1, keepdim=True)).exp()


def cut(logits: Float[Tensor, "n v"], top_k: int = 0, nucleus: float = 1.0) -> Float[Tensor, "n v"]:
    """−∞ for all tokens but the `top_k` first, and of these but the first that reach `nucleus` together."""
    ordered, order = logits.sort(-1, descending=True)
    if top_k:
        ordered[:, top_k:] = float("-inf")
    shares = (ordered - ordered.logsumexp(-1, keepdim=True)).exp()
    before = shares.cumsum(-1) - shares
    ordered = ordered.masked_fill(before >= nucleus, float("-inf"))
    return torch.empty_like(logits).scatter(-1, order, ordered)
