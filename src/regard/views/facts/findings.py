"""What the findings of the chapter on self-attention say, before anyone puts it in words."""

import math

from regard.findings.self_attention import Depth, Looking, PositionMap, SelfAttentionFindings, Sentence
from regard.views.facts.lab import NEAR

MOST = 0.5
"""Share of its weight on one neighbour from which a head has a name."""
FLAT = 0.98
"""Normalised entropy from which a head looks at all alike."""
STILL = 0.001
"""Share of its range by which a map may change, both places moving alike, and still know distances only."""
FADED, GROWN = 0.1, 10.0
"""First layer's gradient over the last one's, from which it fades on its way down, or grows."""

Place = tuple[int, int]
"""Layer and head."""


def by_model(depths: list[Depth]) -> dict[str, list[Depth]]:
    """The depths of each kind of model, from the shallowest to the deepest."""
    names = dict.fromkeys(one.model for one in depths)
    return {name: sorted((d for d in depths if d.model == name), key=lambda d: d.layers) for name in names}


def deepest(depths: list[Depth]) -> list[Depth]:
    """The deepest of each kind of model."""
    return [same[-1] for same in by_model(depths).values()]


def best_depth(same: list[Depth]) -> Depth:
    """The most accurate of one kind, the shallowest where several are."""
    return max(same, key=lambda d: d.value if math.isfinite(d.value) else -math.inf)


def overlap(one: Depth, other: Depth) -> bool:
    """Whether the intervals of the two have something in common."""
    return one.interval[0] <= other.interval[1] and other.interval[0] <= one.interval[1]


def lost(depths: list[Depth]) -> list[Depth]:
    """Those whose training ended with a loss that is no number."""
    return [one for one in depths if not math.isfinite(one.train_loss)]


def carried(norms: list[float]) -> float | None:
    """How much of the last layer's gradient reaches the first; nothing where one of them is no number or none."""
    if not norms or not all(math.isfinite(norm) for norm in (norms[0], norms[-1])) or norms[-1] <= 0:
        return None
    return norms[0] / norms[-1]


def knows_distances_only(one: PositionMap) -> bool:
    """Whether the map stays the same when both places move alike."""
    return one.change < STILL


def reads_order(one: PositionMap, chance: float) -> bool:
    """Whether a model with that kind of position does better than chance on the same words in another order."""
    return one.order is not None and one.order > chance + NEAR


def extent(values: list[list[float]]) -> tuple[float, float]:
    """The smallest and the largest value of a map."""
    finite = [v for row in values for v in row if math.isfinite(v)]
    return min(finite, default=0.0), max(finite, default=0.0)


def speciality(head: Looking) -> str:
    """`previous`, `same` or `next` where most of the weight is there; else nothing."""
    shares = {"previous": head.previous, "same": head.same, "next": head.next}
    first = max(shares, key=lambda name: shares[name])
    return first if shares[first] > MOST else ""


def is_flat(head: Looking) -> bool:
    """Whether the head looks at all alike: it has no speciality, but can be named."""
    return not speciality(head) and head.entropy >= FLAT


def special(found: SelfAttentionFindings) -> dict[Place, str]:
    """The heads that have a speciality after training."""
    return {(one.layer, one.head): name for one in found.heads if (name := speciality(one))}


def born_special(found: SelfAttentionFindings) -> dict[Place, str]:
    """The heads that had a speciality before the first step."""
    return {(one.layer, one.head): name for one in found.heads if (name := speciality(one.born))}


def innate(found: SelfAttentionFindings) -> set[Place]:
    """The heads whose speciality is the one they were born with."""
    born = born_special(found)
    return {place for place, name in special(found).items() if born.get(place) == name}


def losses(depths: list[Depth]) -> dict[str, float]:
    """What each kind of model loses at the greatest depth against its best, as shares; those tried at several."""
    return {model: best_depth(same).value - same[-1].value for model, same in by_model(depths).items() if len(same) > 1}


def shape(sentence: Sentence) -> tuple[int, int]:
    """How many layers and heads the maps of a sentence have."""
    return max((m.layer for m in sentence.maps), default=0), max((m.head for m in sentence.maps), default=0)
