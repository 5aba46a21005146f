"""Scores of words as an explanation: a row of weights for each question about a text."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from regard.explain.explanation import Explanation, Kind, Map
from regard.explain.methods import Method
from regard.explain.question import Question
from regard.explain.rows import Rows
from regard.explain.sides import grouped
from regard.runs.explaining.wanted import Wanted
from regard.runs.run import Run


def weighed(
    run: Run,
    wanted: Wanted,
    questions: Sequence[Question],
    scores: Sequence[NDArray[np.float64]],
    *,
    rows: list[str],
    target: str,
    kind: Kind,
    label: str,
    probability: float,
) -> Explanation:
    """The words of the text with their weights in each answer of the run."""
    way, first = wanted.way, questions[0]
    side = grouped(run.tokenizer, first.text, first.read, first.groups)
    weights = np.stack([_shares(way, each.merged(one)) for each, one in zip(questions, scores, strict=True)])
    return Explanation(
        method=wanted.method,
        target=target,
        kind=kind,
        text=first.text,
        label=label,
        probability=probability,
        maps=[Map(name=wanted.method, rows=rows, columns=side.names, weights=Rows(weights))],
        spans=side.spans,
        signed=way.signed,
        caution=way.caution,
    )


def _shares(way: Method, words: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scores as they are drawn: those without a sign as shares of their sum."""
    total = words.sum()
    return words if way.signed or total <= 0 else words / total
