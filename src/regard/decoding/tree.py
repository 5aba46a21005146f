"""What a beam search looked at on its way, kept or not, and why not.

s sources that are still open, w hypotheses of each, c candidates, k sources that go on.
"""

from dataclasses import dataclass, replace
from typing import Literal

from jaxtyping import Bool, Float, Int
from torch import Tensor

from regard.decoding.lengths import length_penalty

Fate = Literal["open", "output", "beaten", "late", "cut", "left"]
"""`open` was continued; `output` is complete and among the best; `beaten` is complete, and others are better; `late`
would have been complete, but was not among the first `beam`; `cut` was less probable than those that were continued;
`left` could become no better than the worst output that was kept, when the search ended."""


@dataclass(frozen=True)
class Step:
    """What one step of a search found, the most probable first; −∞ is no candidate."""

    sources: Int[Tensor, " s"]
    log_p: Float[Tensor, "s c"]
    parents: Int[Tensor, "s c"]
    """Which open hypothesis is continued."""
    tokens: Int[Tensor, "s c"]
    ends: Bool[Tensor, "s c"]
    beam: int
    """So many of the first may be outputs."""
    chosen: Int[Tensor, "s w"]
    """The candidates that stay open, in the order in which the next step counts them."""
    furthest: Int[Tensor, " s"]
    """The length that favours what is open most."""
    worst: Float[Tensor, " s"]
    """The score to beat; −∞ as long as there is room."""
    going: Int[Tensor, " k"]
    """Which of the sources go on."""


@dataclass(frozen=True)
class Node:
    """A candidate: a hypothesis and one token more."""

    parent: int
    """The number of the node that it continues; −1 for the beginning."""
    token: int
    place: int
    """How many tokens stand before it."""
    rank: int
    """Among the candidates of its step, from 1."""
    log_probability: float
    """Of all tokens so far."""
    penalty: float
    """lp of its length."""
    fate: Fate
    bound: float | None = None
    """Of one that was left: the best score that it could have come to."""

    @property
    def score(self) -> float:
        """What outputs are compared by: log p / lp."""
        return self.log_probability / self.penalty


class Tree:
    """The candidates of one source, step by step: an observer for `beam_search`."""

    def __init__(self, alpha: float, source: int = 0) -> None:
        self.alpha, self.source = alpha, source
        self.nodes: list[Node] = []
        self.tips: list[int] = [-1]
        self.worst = float("-inf")
        """The score to beat at the end."""

    def __call__(self, step: Step) -> None:
        """One step more."""
        if self.source not in step.sources.tolist():
            return
        row = step.sources.tolist().index(self.source)
        place = self.nodes[self.tips[0]].place + 1 if self.nodes else 0
        penalty = float(length_penalty(step.furthest.new_tensor(place + 1), self.alpha))
        open_, goes_on = step.chosen[row].tolist(), row in step.going.tolist()
        highest = float(length_penalty(step.furthest[row], self.alpha))
        numbers: dict[int, int] = {}
        each = zip(*(part[row].tolist() for part in (step.log_p, step.parents, step.tokens, step.ends)), strict=True)
        for rank, (log_p, parent, token, ends) in enumerate(each):
            if log_p == float("-inf"):
                continue
            ended: Fate = "output" if rank < step.beam else "late"
            stayed: Fate = ("open" if goes_on else "left") if rank in open_ else "cut"
            fate = ended if ends else stayed
            numbers[rank] = len(self.nodes)
            bound = log_p / highest if fate == "left" else None
            self.nodes.append(Node(self.tips[parent], token, place, rank + 1, log_p, penalty, fate, bound))
        self.tips = [numbers.get(rank, -1) for rank in open_]
        self.worst = float(step.worst[row])

    def compared(self, n_best: int) -> list[Node]:
        """All nodes, in the order in which they were found; of the outputs, the `n_best` alone are still that."""
        outputs = [number for number, node in enumerate(self.nodes) if node.fate == "output"]
        behind = set(sorted(outputs, key=lambda number: -self.nodes[number].score)[n_best:])
        return [replace(node, fate="beaten") if i in behind else node for i, node in enumerate(self.nodes)]

    def tokens(self, number: int) -> tuple[int, ...]:
        """The tokens up to a node, its own among them."""
        said: list[int] = []
        while number >= 0:
            said.append(self.nodes[number].token)
            number = self.nodes[number].parent
        return tuple(reversed(said))
