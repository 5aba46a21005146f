"""Whether a translator's attention says which word translates which: error rates of several ways to read it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from torch import nn

from regard.data.examples import Pair
from regard.explain.maps.alignment import gold_of, seen
from regard.metrics.alignment import at_random, diagonal, error_rate, error_rate_of, precision_and_recall
from regard.metrics.intervals import Interval
from regard.metrics.readouts import Readout, chosen
from regard.metrics.resampling import Score, interval, scored
from regard.runs.pairs.build import as_pairs, fitting, longest_read
from regard.runs.recipe import Recipe
from regard.text.pairs import Tokenizers

CHOSEN_ON = 300
"""Pairs of the validation part on which a read-out is chosen."""
RATES = ("raw", "shifted", "best", "diagonal", "random")


@dataclass(frozen=True, kw_only=True)
class Alignment:
    """Alignment error rates against links that are known, while the model says the references."""

    n: int
    raw: Score
    """The mean over all layers and heads, while each word is said."""
    shifted: Score
    """The same, one step later."""
    best: Score | None
    """By the layer and head, and the step, that were best on the validation part."""
    readout: str
    """Which these were; empty where there was nothing to choose on."""
    interval: Interval | None
    """95 %, of the best."""
    diagonal: Score
    """The baseline that looks at no word."""
    random: Score
    """The control."""

    def summary(self) -> dict[str, Any]:
        """The figures: error rates, from 0 to 1."""
        best = self.best
        return {
            "n": self.n,
            "raw": self.raw.value,
            "shifted": self.shifted.value,
            "best": None if best is None else best.value,
            "best_interval": None if self.interval is None else list(self.interval),
            "best_precision_recall": None if best is None else list(precision_and_recall(best)),
            "readout": self.readout,
            "diagonal": self.diagonal.value,
            "random": self.random.value,
        }

    def verdicts(self) -> dict[str, Any]:
        """The sums behind each rate, pair by pair, from which `recalled_alignment` makes the rest again."""
        rates = (self.raw, self.shifted, self.best, self.diagonal, self.random)
        sums = [None if rate is None else rate.counts.astype(int).tolist() for rate in rates]
        return {"readout": self.readout, **dict(zip(RATES, sums, strict=True))}


def alignment(
    made: Recipe, model: nn.Module, tokenizers: Tokenizers, pairs: Sequence[Pair], choose: Sequence[Pair]
) -> Alignment | None:
    """The error rates on the pairs whose links are known; None where there are none, or nothing to read."""
    known = known_pairs(made, tokenizers, pairs)
    if not known or getattr(model, "aligns", None) is None:
        return None
    gold = [gold_of(pair) for pair in known]
    watched = seen(model, tokenizers, known)
    sizes = [(len(pair.target.split()), len(pair.source.split())) for pair in known]
    best, name = None, ""
    if trial := known_pairs(made, tokenizers, choose)[:CHOSEN_ON]:
        way = chosen(seen(model, tokenizers, trial), [gold_of(pair) for pair in trial])["best"]
        best, name = error_rate([way.links(one) for one in watched], gold), str(way)
    return Alignment(
        n=len(known),
        raw=error_rate([Readout().links(one) for one in watched], gold),
        shifted=error_rate([Readout(later=True).links(one) for one in watched], gold),
        best=best,
        readout=name,
        interval=None if best is None else interval([best]),
        diagonal=error_rate([diagonal(*size) for size in sizes], gold),
        random=error_rate(at_random(sizes), gold),
    )


def recalled_alignment(verdicts: dict[str, Any]) -> Alignment:
    """The error rates from the sums that were kept."""
    best = None if verdicts["best"] is None else _rate(verdicts["best"])
    return Alignment(
        n=len(verdicts["raw"]),
        best=best,
        readout=verdicts["readout"],
        interval=None if best is None else interval([best]),
        **{name: _rate(verdicts[name]) for name in RATES if name != "best"},
    )


def _rate(sums: list[list[int]]) -> Score:
    """The error rate of all pairs, from what each adds to its sums."""
    return scored("alignment-error-rate", np.array(sums, dtype=np.float64).reshape(-1, 4), error_rate_of)


def known_pairs(made: Recipe, tokenizers: Tokenizers, pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs with known links that are not too long for the model."""
    found = [pair for pair in pairs if pair.alignment is not None]
    return [found[i] for i in fitting(as_pairs(tokenizers, found), longest_read(made)).tolist()] if found else []
