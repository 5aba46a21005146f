"""One output a source, a token at a time; what chooses the token is handed in.

n sources that are still open, v words.
"""

from collections.abc import Callable
from itertools import count
from typing import TypeVar

import torch
from jaxtyping import Float, Int
from torch import Tensor

from regard.attention.padded import Padded
from regard.decoding.hypothesis import Hypothesis
from regard.decoding.limits import limits, permit
from regard.roles import Decodable

S = TypeVar("S")
Choose = Callable[[Float[Tensor, "n v"]], Int[Tensor, " n"]]
"""From logits, −∞ where a token may not stand, to a token a row."""


@torch.no_grad()
def walk(
    model: Decodable[Padded, S], source: Padded, choose: Choose, *, shortest: int, longest: int | None
) -> list[Hypothesis]:
    """Outputs whose score is their log-probability. A source leaves the batch with its END."""
    most = limits(model, source, shortest=shortest, longest=longest)
    size = len(source)
    said = most.new_full((size, int(most.max()) + 1), model.end)
    log_p = torch.zeros(size, dtype=torch.float64, device=most.device)
    open_ = torch.arange(size, device=most.device)
    tokens, state = most.new_full((size,), model.begin), model.start(source)
    for place in count():
        logits, state = model.step(tokens, state)
        sums = permit(logits, place, most[open_], begin=model.begin, end=model.end, shortest=shortest)
        tokens = choose(logits)
        said[open_, place] = tokens
        log_p[open_] += (logits.gather(1, tokens[:, None])[:, 0] - sums).double()
        going = (tokens != model.end).nonzero()[:, 0]
        if not len(going):
            break
        if len(going) < len(open_):
            open_, tokens, state = open_[going], tokens[going], model.pick(state, going)
    lengths = (said != model.end).sum(1).tolist()
    each = zip(said.tolist(), lengths, log_p.tolist(), strict=True)
    return [Hypothesis(tuple(row[:length]), value, value) for row, length, value in each]
