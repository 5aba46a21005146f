"""Beam search, once, for every model that can step and pick.

b sources, s of them still open, w hypotheses of each, c candidates, n best outputs that are kept, v words.
"""

from collections.abc import Callable, Sequence
from itertools import count
from typing import TypeVar

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor

from regard.attention.padded import Padded
from regard.decoding.hypothesis import Hypothesis
from regard.decoding.lengths import length_penalty
from regard.decoding.limits import NEVER, ended, limits, other_ends, permit
from regard.decoding.prefixes import Prefixes
from regard.decoding.tree import Step
from regard.errors import Mistake
from regard.roles import Decodable

S = TypeVar("S")
STEEPEST = 10.0
"""The largest length penalty, either way: far beyond it numbers end."""


@torch.no_grad()
def beam_search(
    model: Decodable[Padded, S],
    source: Padded,
    *,
    beam: int = 5,
    n_best: int = 1,
    alpha: float = 0.6,
    shortest: int = 0,
    longest: int | None = None,
    prefixes: Sequence[Sequence[int]] | None = None,
    see: Callable[[Step], None] | None = None,
) -> list[list[Hypothesis]]:
    """For each source its best outputs by log p(Y|X) / lp(Y), best first. The model is in evaluation mode.

    Each step extends the `beam` most probable open hypotheses of a source by every token. Of the results, those among
    the `beam` first that end are outputs, and the first that do not stay open. A source leaves the batch once none of
    its open hypotheses can become better than the worst of its `n_best` outputs: probabilities only fall, so that
    log p so far over the largest lp to come is a bound. With fewer possible outputs than `n_best`, all are returned.
    Outputs begin with the prefixes, one a source, where there are any; `see` is shown every step, such as by a `Tree`.
    """
    _check(beam, n_best, alpha)
    most = limits(model, source, shortest=shortest, longest=longest)
    forced = None if prefixes is None else Prefixes(model, prefixes, most)
    kept = Kept(len(source), n_best, int(most.max()), model.end, most.device)
    open_ = torch.arange(len(source), device=most.device)
    said = most.new_full((len(source), 1, 1), model.begin)
    log_p = torch.zeros(len(source), 1, dtype=torch.float64, device=most.device)
    state = model.start(source)
    for place in count():
        logits, state = model.step(said[..., -1].flatten(), state)
        limit, width = most[open_], log_p.shape[1]
        logits, sums = permit(
            logits,
            place,
            limit.repeat_interleave(width),
            begin=model.begin,
            end=model.end,
            shortest=shortest,
            others=other_ends(model),
        )
        if forced is not None:
            forced.impose(logits, place, open_.repeat_interleave(width))
        found, parents, tokens = _first(logits, sums, log_p, 2 * beam)
        ends = ended(tokens, model) == model.end
        closed = found.masked_fill(~ends, NEVER)[:, :beam]
        kept.add(open_, closed, said.take_along_dim(parents[:, :beam, None], 1)[..., 1:], alpha)

        log_p, chosen = found.masked_fill(ends, NEVER).topk(min(beam, found.shape[1]))
        furthest = limit + 1 if alpha >= 0 else torch.full_like(limit, place + 2)
        going = (log_p[:, 0] / length_penalty(furthest, alpha) > kept.worst(open_)).nonzero()[:, 0]
        if see is not None:
            see(Step(open_, found, parents, tokens, ends, beam, chosen, furthest, kept.worst(open_), going))
        if not len(going):
            break
        parents, tokens = parents.gather(1, chosen)[going], tokens.gather(1, chosen)[going]
        state = model.pick(state, (going[:, None] * width + parents).flatten())
        said = torch.cat([said[going].take_along_dim(parents[..., None], 1), tokens[..., None]], dim=-1)
        open_, log_p = open_[going], log_p[going]
    return kept.outputs()


class Kept:
    """The best outputs of each source so far."""

    def __init__(self, sources: int, n_best: int, longest: int, end: int, device: torch.device) -> None:
        self.end = end
        self.scores = torch.full((sources, n_best), NEVER, dtype=torch.float64, device=device)
        self.log_p = self.scores.clone()
        self.said = torch.full((sources, n_best, longest), end, device=device)

    def worst(self, which: Int[Tensor, " s"]) -> Float[Tensor, " s"]:
        """The score to beat; −∞ as long as there is room."""
        return self.scores[which, -1]

    def add(
        self, which: Int[Tensor, " s"], log_p: Float[Tensor, "s c"], said: Int[Tensor, "s c t"], alpha: float
    ) -> None:
        """Outputs of these sources, all with the same number of tokens; −∞ for those that are none."""
        some = (log_p > NEVER).any(1).nonzero()[:, 0]
        if not len(some):
            return
        which, log_p = which[some], log_p[some]
        penalty = length_penalty(which.new_tensor(said.shape[-1] + 1), alpha)
        padded = F.pad(said[some], (0, self.said.shape[-1] - said.shape[-1]), value=self.end)
        best, order = torch.cat([self.scores[which], log_p / penalty], dim=1).topk(self.scores.shape[1])
        self.scores[which] = best
        self.log_p[which] = torch.cat([self.log_p[which], log_p], dim=1).gather(1, order)
        self.said[which] = torch.cat([self.said[which], padded], dim=1).take_along_dim(order[..., None], 1)

    def outputs(self) -> list[list[Hypothesis]]:
        """Best first."""
        lengths = (self.said != self.end).sum(-1).tolist()
        each = zip(self.said.tolist(), lengths, self.scores.tolist(), self.log_p.tolist(), strict=True)
        return [
            [
                Hypothesis(tuple(tokens[:length]), score, log_p)
                for tokens, length, score, log_p in zip(*source, strict=True)
                if score > NEVER
            ]
            for source in each
        ]


def _first(
    logits: Float[Tensor, "n v"], sums: Float[Tensor, " n"], log_p: Float[Tensor, "s w"], most: int
) -> tuple[Float[Tensor, "s c"], Int[Tensor, "s c"], Int[Tensor, "s c"]]:
    """The most probable continuations of each source: log p, the hypothesis that is continued, and by which token.

    At most `most` of each hypothesis can be among the `most` of a source, so each is searched by itself first.
    """
    values, tokens = logits.topk(min(most, logits.shape[1]))
    each = tokens.shape[1]
    steps = (values.double() - sums.double()[:, None]).unflatten(0, log_p.shape)
    found, where = (log_p[..., None] + steps).flatten(1).topk(min(most, log_p.shape[1] * each))
    return found, where // each, tokens.unflatten(0, log_p.shape).flatten(1).gather(1, where)


def _check(beam: int, n_best: int, alpha: float) -> None:
    if beam < 1:
        raise Mistake(f"a beam of {beam}: set it to 1 or more.")
    if n_best < 1:
        raise Mistake(f"the {n_best} best outputs: ask for at least 1.")
    if n_best > beam:
        raise Mistake(f"the {n_best} best outputs of a beam of {beam}: ask for at most {beam}, or widen the beam.")
    if not abs(alpha) <= STEEPEST:
        raise Mistake(
            f"a length penalty of {alpha}: set a number from {-STEEPEST:.0f} to {STEEPEST:.0f}; 0 is none, 0.6 usual."
        )
