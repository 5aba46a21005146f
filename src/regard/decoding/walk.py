"""One output a source, a token at a time; what chooses the token is handed in.

n sources that are still open, v words.
"""

import math
from collections.abc import Callable
from itertools import count
from typing import TypeVar

import torch
from jaxtyping import Float, Int
from torch import Tensor

from regard.attention.padded import Padded
from regard.decoding.hypothesis import Hypothesis
from regard.decoding.limits import ended, limits, other_ends, permit
from regard.errors import Mistake
from regard.roles import Decodable, Prompted

S = TypeVar("S")
Choose = Callable[[Float[Tensor, "n v"]], Int[Tensor, " n"]]
"""From logits, −∞ where a token may not stand, to a token a row."""
Hear = Callable[[int, int], bool]
"""Told of each token as it is said, with the number of its source; whether that output ends with it."""


@torch.no_grad()
def walk(
    model: Decodable[Padded, S],
    source: Padded,
    choose: Choose,
    *,
    shortest: int,
    longest: int | None,
    repetition: float = 1.0,
    hear: Hear | None = None,
) -> list[Hypothesis]:
    """Outputs whose score is their log-probability. A source leaves the batch with its END, or when `hear` says so.

    With a `repetition` above 1, tokens that were said, or stood in the prompt, are less likely to be chosen again.
    """
    if not 0 < repetition < math.inf:
        raise Mistake(f"a repetition penalty of {repetition}: set one above 0; 1 is none, 1.2 usual.")
    most = limits(model, source, shortest=shortest, longest=longest)
    size = len(source)
    said = most.new_full((size, int(most.max()) + 1), model.end)
    log_p = torch.zeros(size, dtype=torch.float64, device=most.device)
    open_ = torch.arange(size, device=most.device)
    tokens, state = most.new_full((size,), model.begin), model.start(source)
    used, others = _used(model, source), other_ends(model)
    for place in count():
        logits, state = model.step(tokens, state)
        limit = most[open_]
        logits, sums = permit(logits, place, limit, begin=model.begin, end=model.end, shortest=shortest, others=others)
        tokens = choose(logits if repetition == 1 else penalised(logits, used[open_], repetition))
        log_p[open_] += (logits.gather(1, tokens[:, None])[:, 0] - sums).double()
        tokens = ended(tokens, model)
        said[open_, place] = tokens
        used = torch.cat([used, said[:, place : place + 1]], dim=1) if repetition != 1 else used
        goes_on = tokens != model.end
        if hear is not None:
            heard = zip(open_.tolist(), tokens.tolist(), strict=True)
            goes_on &= torch.tensor([token != model.end and not hear(row, token) for row, token in heard]).to(
                goes_on.device
            )
        going = goes_on.nonzero()[:, 0]
        if not len(going):
            break
        if len(going) < len(open_):
            open_, tokens, state = open_[going], tokens[going], model.pick(state, going)
    lengths = (said != model.end).sum(1).tolist()
    each = zip(said.tolist(), lengths, log_p.tolist(), strict=True)
    return [Hypothesis(tuple(row[:length]), value, value) for row, length, value in each]


def penalised(logits: Float[Tensor, "n v"], used: Int[Tensor, "n t"], penalty: float) -> Float[Tensor, "n v"]:
    """Logits with those of used tokens made smaller: x / θ if x > 0, else x θ.  Keskar et al. (2019), section 4.1."""
    found = logits.gather(1, used)
    return logits.scatter(1, used, torch.where(found > 0, found / penalty, found * penalty))


def _used(model: Decodable[Padded, S], source: Padded) -> Int[Tensor, "b t"]:
    """The tokens of prompts, the shorter ones filled up with their first; a source that is translated is no prompt."""
    if not isinstance(model, Prompted):
        return source.ids[:, :0]
    return torch.where(source.rows.mask, source.ids, source.ids[:, :1])
