"""What each head does, over many texts: how much of its weight goes to which tokens, beside what chance would give.

b texts of a batch, h heads, q tokens that look, k tokens that are looked at, n texts, s relations.
The share of a relation is the mean weight on it over the tokens that have one to look at: the first token has none
before it. The control is the same share of a head that looks at all tokens alike; a head whose weights are shuffled has
it too, on average.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from regard.attention.watch import NothingSeen, watching
from regard.errors import Mistake
from regard.explain.heads.reads import Read, Reads
from regard.explain.heads.relations import Looks, Tied, Ties, among_themselves, at_others

Sums = NDArray[np.float64]
CROSS = "cross"
Marks = tuple[Sequence[int], Sequence[int]]


@dataclass(frozen=True)
class Site:
    """One attention of a model, or one of its calls where it is used several times."""

    name: str
    call: int
    calls: int
    heads: int
    kind: str
    """`self` where tokens see each other, `causal` where only those before, `cross` where they see a source."""


@dataclass
class Role:
    """What the heads of a site do, text by text."""

    site: Site
    weight: Sums
    """[n, h, s]: the weight that each relation got."""
    chance: Sums
    """[n, s]: what it would have got, had all been looked at alike."""
    asked: Sums
    """[n, s]: tokens that had such a one to look at."""
    entropy: Sums
    """[n, h]: sum over the tokens, each divided by the log of the tokens that it sees."""
    tokens: Sums
    """[n]: tokens that look at two or more."""
    relations: list[str] = field(default_factory=list[str])


@torch.no_grad()
def roles(model: nn.Module, reads: Reads, count: int, marks: Marks, tied: Tied | None = None) -> list[Role]:
    """The heads of every attention that is asked by each token; what a whole text asks of its words is left out.

    `marks` are the tokens without letters, of what is read and of what is said.
    """
    model.eval()
    found: dict[tuple[str, int], Role] = {}
    for read in reads():
        seen: dict[str, list[Tensor]] = {}
        with suppress(NothingSeen), watching(model) as watch:
            seen = watch.maps
            read.answer()
        known = _Known(read, str(getattr(model, "aligns", "")), marks, tied)
        for name, calls in seen.items():
            whole = [torch.cat(calls, dim=2)] if len(calls) > 1 and calls[0].shape[2] == 1 else calls
            for call, weights in enumerate(whole):
                if weights.shape[2] > 1:
                    _add(found, Site(name, call, len(whole), weights.shape[1], known.kind(name, weights)),
                         read, known.looks(name, weights), weights, count)  # fmt: skip
    if not found:
        raise Mistake(
            "this model has no heads: no attention of its is asked by every token, so that there are none to audit."
        )
    return list(found.values())


def _add(found: dict[tuple[str, int], Role], site: Site, read: Read, looks: Looks, weights: Tensor, count: int) -> None:
    """One batch, added to what is known of a site."""
    names = list(looks.relations)
    if (site.name, site.call) not in found:
        of = (count, len(names))
        found[site.name, site.call] = Role(
            site, np.zeros((count, site.heads, len(names))), np.zeros(of), np.zeros(of),
            np.zeros((count, site.heads)), np.zeros(count), names,
        )  # fmt: skip
    role, rows = found[site.name, site.call], read.rows
    weights = weights.float()
    visible = looks.seen.sum(-1)
    for number, relation in enumerate(looks.relations.values()):
        there = relation.sum(-1)
        role.weight[rows, :, number] = _numpy(torch.einsum("bhqk,bqk->bh", weights, relation.float()))
        role.chance[rows, number] = _numpy((there / visible.clamp_min(1)).sum(-1))
        role.asked[rows, number] = _numpy((there > 0).sum(-1))
    several = looks.real & (visible > 1)
    each = -(weights * weights.clamp_min(torch.finfo(weights.dtype).tiny).log()).sum(-1)
    each = each / visible.clamp_min(2).log()[:, None]
    role.entropy[rows] = _numpy((each * several[:, None]).sum(-1))
    role.tokens[rows] = _numpy(several.sum(-1))


class _Known:
    """What is known of the tokens of one batch, worked out once for every shape of look."""

    def __init__(self, read: Read, aligns: str, marks: Marks, tied: Tied | None):
        self.read, self.aligns = read, aligns
        self.marks = [torch.tensor(list(side), device=read.source.ids.device) for side in marks]
        self.ties = [tied(int(row)) for row in read.rows] if tied else [Ties()] * len(read.rows)
        self.held: dict[tuple[str, int], Looks] = {}

    def kind(self, name: str, weights: Tensor) -> str:
        """How the tokens of a site see."""
        if name.endswith(CROSS) or name == self.aligns:
            return CROSS
        return "causal" if not weights.triu(1).any() else "self"

    def looks(self, name: str, weights: Tensor) -> Looks:
        """Who looks at what there."""
        kind, size = self.kind(name, weights), weights.shape[3]
        decoding = name.startswith("decoder")
        if (kind + str(decoding), size) not in self.held:
            self.held[kind + str(decoding), size] = self._made(kind, size, decoding)
        return self.held[kind + str(decoding), size]

    def _made(self, kind: str, size: int, decoding: bool) -> Looks:
        given = self.read.given
        if kind == CROSS:
            assert given is not None, "only what says something looks at a source"
            return at_others(given, self.read.source, self.marks[0], [one.cross for one in self.ties])
        if decoding and given is not None:
            ties = [one.given for one in self.ties]
            return among_themselves(given, size, self.marks[1], ties, causal=kind == "causal")
        ties = [one.source for one in self.ties]
        return among_themselves(self.read.source, size, self.marks[0], ties, causal=kind == "causal")


def _numpy(values: Tensor) -> NDArray[np.float64]:
    return values.double().cpu().numpy()
