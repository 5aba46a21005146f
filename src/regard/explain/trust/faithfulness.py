"""How far an explanation can be trusted: what becomes of the answer without the words it names, and with them alone.

Comprehensiveness and sufficiency of DeYoung et al. (2020), section 4.2, averaged over shares of the words, and
normalised as Carton et al. (2020), section 3.2, do: by what the answer loses between the whole text and the empty
one, so that models can be compared. For a share of the words r of a text x, and the empty text ∅:

    comprehensiveness = (f(x) − f(x without r)) / (f(x) − f(∅))
    sufficiency       = (f(r alone) − f(∅)) / (f(x) − f(∅))

Both are large for a faithful explanation; unlike Carton et al. we do not clip them, so that chance can be averaged.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regard.explain.cut import Way
from regard.explain.question import Question
from regard.explain.trust.deletion import SHARES, Floats, at_random, ranked, taken
from regard.metrics.intervals import Interval, Z
from regard.text.spans import merge

LEAST = 0.1
"""A drop from the whole text to the empty one that is a smaller share of what is asked says nothing: nothing is divided
by it."""
DRAWS = 10
"""Random orders that an explanation is compared with."""
LONGEST = 400
"""Words of the longest text whose words are left out one by one as the reference."""
MOST = 2_000
"""Tokens of the longest text that is read again and again with words taken away."""


@dataclass(frozen=True, kw_only=True)
class Curve:
    """What becomes of the answer as words are taken out, and when they stand alone."""

    removed: list[float]
    """f without the first words, for each share."""
    kept: list[float]
    """f of the first words alone, for each share."""
    comprehensiveness: float | None
    sufficiency: float | None
    """Both normalised; None where the whole text and the empty one are answered alike."""
    lost: float
    """f(x) − f(x without r), mean over shares: comprehensiveness as DeYoung et al. have it."""
    missing: float
    """f(x) − f(r alone), mean over shares: sufficiency as they have it, the smaller the better."""


@dataclass(frozen=True, kw_only=True)
class Erasure:
    """An explanation beside its controls, where words are taken away in one way."""

    way: Way
    full: float
    """f of the whole text."""
    empty: float
    """f of the empty text."""
    explained: Curve
    random: Curve
    """Mean over random orders."""
    comprehensiveness_interval: Interval | None
    sufficiency_interval: Interval | None
    """Where 95 % of the random orders fall."""
    reference: Curve | None
    """The order of exact leave-one-out; None for texts too long for it."""

    @property
    def drop(self) -> float:
        """What the answer loses from the whole text to the empty one: what all is normalised by."""
        return self.full - self.empty

    @property
    def against(self) -> bool:
        """Whether the text speaks against what is explained: f(x) is well below f(∅)."""
        return differ(self.full, self.empty) and self.full < self.empty


@dataclass(frozen=True, kw_only=True)
class Faithfulness:
    """How faithful the explanation of one answer is, for each way to take words away."""

    full: float
    """f of the whole text."""
    shares: tuple[float, ...]
    words: int
    draws: int
    """Random orders of the control."""
    erasures: list[Erasure]

    def as_json(self) -> dict[str, Any]:
        """The same, as what `json.dumps` takes: an object for each way, by its name."""
        head = {"full": self.full, "shares": list(self.shares), "words": self.words, "draws": self.draws}
        return head | {erasure.way: _json(erasure) for erasure in self.erasures}


def faithful(
    question: Question,
    scores: Floats,
    *,
    shares: Sequence[float] = SHARES,
    draws: int = DRAWS,
    seed: int = 0,
    exact: bool = True,
) -> Faithfulness:
    """How faithful token scores [n] are to the answer in question; `exact` asks for leave-one-out as the reference."""
    groups = [question.groups[word] for word in question.words]
    words, full = len(groups), question.score
    order = ranked(merge(np.asarray(scores, dtype=np.float64), groups), seed)
    orders = [order, *(at_random(words, (seed, draw)) for draw in range(draws))]
    erasures: list[Erasure] = []
    for way in question.cut.ways():
        mine = orders
        if exact and 0 < words <= LONGEST:
            each = question.without([[word] for word in range(words)], way)
            mine = [*orders, ranked(full - each, seed)]
        found = question.without([range(words), *(gone for one in mine for gone in taken(one, shares))], way)
        erasures.append(_erasure(way, full, float(found[0]), found[1:].reshape(len(mine), -1), draws))
    return Faithfulness(full=full, shares=tuple(shares), words=words, draws=draws, erasures=erasures)


def gives(full: float, empty: float) -> bool:
    """Whether a text gives an answer something that its words can share: f(x) is well above f(∅)."""
    return differ(full, empty) and full > empty


def differ(full: float, empty: float) -> bool:
    """Whether a text is answered otherwise than the empty one, by a share of what is asked that can be divided by."""
    return abs(full - empty) >= LEAST * max(abs(full), abs(empty))


def normalised(
    full: Floats | float, empty: Floats | float, values: Floats
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What each text adds to the sums of comprehensiveness and of sufficiency, mean over shares, [...].

    `values` [..., 2 s] are f without the words of `taken`. Divided by full − empty they are the figures of one text;
    the sum over texts divided by the sum of full − empty is that of a corpus, where no text divides by almost nothing.
    """
    removed, kept = np.split(np.asarray(values, dtype=np.float64), 2, axis=-1)
    return full - removed.mean(-1), kept.mean(-1) - empty


def _erasure(way: Way, full: float, empty: float, values: NDArray[np.float64], draws: int) -> Erasure:
    first, chance, exact = values[0], values[1 : 1 + draws], values[1 + draws :]
    drop = full - empty
    spread: list[Interval | None] = [None, None]
    if draws > 1 and gives(full, empty):
        each = normalised(full, empty, chance)
        spread = [_range(one / drop) for one in each]
    return Erasure(
        way=way,
        full=full,
        empty=empty,
        explained=_curve(full, empty, first),
        random=_curve(full, empty, chance.mean(0)),
        comprehensiveness_interval=spread[0],
        sufficiency_interval=spread[1],
        reference=_curve(full, empty, exact[0]) if len(exact) else None,
    )


def _curve(full: float, empty: float, values: NDArray[np.float64]) -> Curve:
    removed, kept = np.split(values, 2)
    gone, alone = normalised(full, empty, values)
    drop = full - empty
    return Curve(
        removed=removed.tolist(),
        kept=kept.tolist(),
        comprehensiveness=float(gone) / drop if gives(full, empty) else None,
        sufficiency=float(alone) / drop if gives(full, empty) else None,
        lost=float(gone),
        missing=full - float(kept.mean()),
    )


def _range(values: NDArray[np.float64]) -> Interval:
    half = Z * float(values.std(ddof=1))
    return float(values.mean()) - half, float(values.mean()) + half


def _json(erasure: Erasure) -> dict[str, Any]:
    curves = {"random": erasure.random, "leave-one-out": erasure.reference}
    intervals = {
        "comprehensiveness_interval": _listed(erasure.comprehensiveness_interval),
        "sufficiency_interval": _listed(erasure.sufficiency_interval),
    }
    others = {name: None if curve is None else vars(curve).copy() for name, curve in curves.items()}
    if (chance := others["random"]) is not None:
        chance |= intervals
    ends = {"empty": erasure.empty, "drop": erasure.drop, "against": erasure.against}
    return {**ends, **vars(erasure.explained), **others}


def _listed(interval: Interval | None) -> list[float] | None:
    return None if interval is None else list(interval)
