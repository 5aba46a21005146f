"""Alignment error rates of a translator in an audit: of every layer and head, beside what looks at no word."""

from collections.abc import Sequence

import numpy as np

from regard.data.examples import Pair
from regard.explain.maps.alignment import gold_of, seen
from regard.findings.heads import AlignmentRate, AlignmentReport
from regard.metrics.alignment import Links, Looks, at_random, diagonal, error_rate, precision_and_recall
from regard.metrics.readouts import Readout, candidates, chosen
from regard.metrics.resampling import Score, interval
from regard.runs.pairs.alignments import CHOSEN_ON, known_pairs
from regard.runs.pairs.evaluation import pairs_of
from regard.runs.run import Run


def alignment_report(run: Run, corpus: str, split: str, texts: int, seed: int) -> AlignmentReport | None:
    """The rates on pairs whose links are known; None where there are none, or nothing to read."""
    if getattr(run.model, "aligns", None) is None:
        return None
    found, _, every = pairs_of(run, corpus, split)
    pairs = _some(known_pairs(run.recipe, run.tokenizers, every), texts, seed)
    if not pairs:
        return None
    trial = known_pairs(run.recipe, run.tokenizers, found.validation)[:CHOSEN_ON]
    return rates(run, pairs, trial)


def rates(run: Run, pairs: Sequence[Pair], trial: Sequence[Pair]) -> AlignmentReport:
    """The rates on these pairs; the best way to read the model is chosen on others, the trial."""
    gold = [gold_of(pair) for pair in pairs]
    watched = seen(run.model, run.tokenizers, pairs)
    sizes = [(len(pair.target.split()), len(pair.source.split())) for pair in pairs]

    def read(way: Readout) -> Score:
        return error_rate([way.links(one) for one in watched], gold)

    def control(links: list[Links]) -> AlignmentRate:
        return _rate(error_rate(links, gold), Readout())

    best = None
    if trial:
        way = chosen(seen(run.model, run.tokenizers, trial), [gold_of(pair) for pair in trial])["best"]
        best = _rate(read(way), way)
    ways = [way for some in candidates(watched[0]).values() for way in some if _is_new(way, watched[0])]
    return AlignmentReport(
        pairs=len(pairs),
        rates=[_rate(read(way), way) for way in ways],
        best=best,
        diagonal=control([diagonal(*size) for size in sizes]),
        random=control(at_random(sizes)),
    )


def _is_new(way: Readout, seen: Looks) -> bool:
    """Whether a way reads something else than the mean over heads, or over sites: not where there is only one."""
    if way.site is None:
        return len(seen.said) > 1
    return way.head is None or len(seen.said[way.site]) > 1


def _rate(score: Score, way: Readout) -> AlignmentRate:
    precision, recall = precision_and_recall(score)
    return AlignmentRate(
        readout=str(way),
        site=way.site or "",
        head=way.head,
        later=way.later,
        value=score.value,
        interval=interval([score]),
        precision=precision,
        recall=recall,
    )


def _some(pairs: Sequence[Pair], texts: int, seed: int) -> list[Pair]:
    drawn = np.random.default_rng(seed).permutation(len(pairs))[:texts]
    return [pairs[i] for i in np.sort(drawn).tolist()]
