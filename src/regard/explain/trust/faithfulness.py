"""How far an explanation can be trusted: what becomes of the answer without the words it names, and with them alone.

Comprehensiveness and sufficiency of DeYoung et al. (2020), section 4.2, averaged over shares of the words, and
normalised as Carton et al. (2020), section 3.2, do: by what the answer loses between the whole text and the empty
one, so that models can be compared. For a share of the words r of a text x, and the empty text ∅:

    comprehensiveness = (f(x) − f(x without r)) / (f(x) − f(∅))
    sufficiency       = (f(r alone) − f(∅)) / (f(x) − f(∅))

Both are large for a faithful explanation; unlike Carton et al. we do not clip them, so that chance can be averaged.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from regard.explain.question import Question
from regard.explain.trust.deletion import SHARES, Floats, Order, at_random, count_of, settled, taken
from regard.explain.trust.erasure import Erasure, Verdict, averaged
from regard.text.spans import merge

DRAWS = 39
"""Random orders that an explanation is compared with: a fortieth lies below all of them, or above, in 5 % of draws."""
LONGEST = 400
"""Words of the longest text whose words are left out one by one as the reference, where each has to be read."""
MOST = 2_000
"""Tokens of the longest text that is read again and again with words taken away."""
ALIKE = 1e-6
"""Scores that differ by a smaller share of the largest name no word before another."""


@dataclass(frozen=True, kw_only=True)
class Faithfulness:
    """How faithful the explanation of one answer is, for each way to take words away."""

    full: float
    """f of the whole text."""
    shares: tuple[float, ...]
    words: int
    draws: int
    """Random orders of the control."""
    orders: Literal["one", "few", "many"]
    """How many orders of the words can be told apart: one, too few for any to be rare, or enough."""
    equal: bool
    """Whether all words weigh alike, so that none is named before another."""
    erasures: list[Erasure]

    def verdict(self, erasure: Erasure) -> Verdict:
        """What the explanation is worth where words are taken away in that way, or why it cannot be told."""
        if self.orders == "one":
            return "one"
        if erasure.verdict == "unmoved":
            return "unmoved"
        if self.equal:
            return "equal"
        return "few" if self.orders == "few" else erasure.verdict

    def as_json(self) -> dict[str, Any]:
        """The same, as what `json.dumps` takes: an object for each way, by its name."""
        head = {"full": self.full, "shares": list(self.shares), "words": self.words, "draws": self.draws}
        return head | {erasure.way: self._json(erasure) for erasure in self.erasures}

    def _json(self, erasure: Erasure) -> dict[str, Any]:
        reference, by = erasure.reference, erasure.drop if erasure.gives else None
        (low, high), (least, most) = erasure.lost_interval, erasure.missing_interval
        spread = {
            "lost_interval": [low, high],
            "missing_interval": [least, most],
            "comprehensiveness_interval": None if by is None else [low / by, high / by],
            "sufficiency_interval": None if by is None else [1 - most / by, 1 - least / by],
        }
        return {
            "empty": erasure.empty,
            "drop": erasure.drop,
            "against": erasure.against,
            "contrast": erasure.contrast,
            "verdict": self.verdict(erasure),
            **vars(erasure.explained),
            "random": {**vars(erasure.random), **spread},
            "leave-one-out": None if reference is None else vars(reference).copy(),
        }


def faithful(
    question: Question,
    scores: Floats,
    *,
    shares: Sequence[float] = SHARES,
    draws: int = DRAWS,
    seed: int = 0,
    exact: bool = True,
) -> Faithfulness:
    """How faithful token scores [n] are to the answer in question; `exact` asks for leave-one-out as the reference.

    Words that weigh alike are put into the order of each random one in turn, and the mean is taken: no draw of theirs
    can make an explanation better than another that names the same words.
    """
    groups = [question.groups[word] for word in question.words]
    words, full = len(groups), question.score
    worth = merge(np.asarray(scores, dtype=np.float64), groups)
    equal = words > 0 and float(np.ptp(worth)) <= ALIKE * float(np.abs(worth).max())
    random = [at_random(words, (seed, draw)) for draw in range(draws)]
    own = _orders(np.zeros(words) if equal else worth, random, shares)
    erasures: list[Erasure] = []
    for way in question.cut.ways():
        orders = [*own, *random]
        if exact and words > 0 and (words <= LONGEST or question.mean is not None):
            each = question.without(([word] for word in range(words)), way)
            orders.append(settled(full - each, random[0]))
        found = question.without([range(words), *(gone for one in orders for gone in taken(one, shares))], way)
        values, last = found[1:].reshape(len(orders), -1), len(own) + draws
        erasures.append(
            Erasure(
                way=way,
                full=full,
                empty=float(found[0]),
                mine=values[: len(own)].mean(0),
                chance=values[len(own) : last],
                exact=values[last] if len(values) > last else None,
                contrast=question.target.against is not None,
            )
        )
    return Faithfulness(
        full=full,
        shares=tuple(shares),
        words=words,
        draws=draws,
        orders=_known_orders(question, shares, draws),
        equal=equal,
        erasures=erasures,
    )


def of_several(each: Sequence[Faithfulness]) -> Faithfulness:
    """How faithful the explanations of several answers to one text are, of all words of a translation: their means."""
    first = each[0]
    return Faithfulness(
        full=float(np.mean([one.full for one in each])),
        shares=first.shares,
        words=first.words,
        draws=first.draws,
        orders="many" if len(each) > 1 and first.orders == "few" else first.orders,
        equal=all(one.equal for one in each),
        erasures=[averaged([one.erasures[i] for one in each]) for i in range(len(first.erasures))],
    )


def _orders(worth: Floats, random: Sequence[Order], shares: Sequence[float]) -> list[Order]:
    """The words by their scores: one order, or where words alike stand on both sides of a cut, one for each random."""
    first = settled(worth, random[0])
    cuts = {count_of(share, len(worth)) for share in shares} - {len(worth)}
    if all(worth[first[cut - 1]] > worth[first[cut]] for cut in cuts):
        return [first]
    return [settled(worth, order) for order in random]


def _known_orders(question: Question, shares: Sequence[float], draws: int) -> Literal["one", "few", "many"]:
    """How many orders can be told apart by the words that each puts before a cut."""
    words = len(question.words)
    if len({tuple(question.ids[i] for i in question.groups[word]) for word in question.words}) < 2:
        return "one"
    ends = [0, *sorted({count_of(share, words) for share in shares} | {words})]
    sizes = [after - before for before, after in pairwise(ends)]
    told = math.lgamma(words + 1) - sum(math.lgamma(size + 1) for size in sizes)
    return "many" if told > math.log(draws) + ALIKE else "few"
