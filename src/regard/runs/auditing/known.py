"""What explanations are worth by what is known besides: words that decide, other weights, other seeds."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from regard.data.examples import Labelled
from regard.explain.question import Question
from regard.explain.trust.plausible import Hits, gold_words, hits
from regard.explain.trust.stable import agreement
from regard.findings.audit import Alike, Found
from regard.runs.auditing.figures import share_of

Scores = Sequence[NDArray[np.float64]]
"""For each text a score for each of its words."""


def found(examples: Sequence[Labelled], questions: Sequence[Question], scores: Scores, seed: int) -> Found | None:
    """Whether the deciding words are named, in texts where they are known and the model's label is right."""
    known: list[tuple[Labelled, Hits]] = []
    for number, (question, worth) in enumerate(zip(questions, scores, strict=True)):
        example = examples[number]
        if example.rationale and question.target.choice == example.label:
            covered = [question.span(word) for word in question.words]
            one = hits(worth, gold_words(covered, example.rationale), (seed, number))
            known += [(example, one)] if one else []
    if not known:
        return None
    names = sorted({name for example, _ in known for name in example.slices})
    return Found(
        first=share_of([one.first for _, one in known]),
        precision=share_of([one.precision for _, one in known]),
        average=share_of([one.average for _, one in known]),
        chance=float(np.mean([one.chance for _, one in known])),
        slices={
            name: float(np.mean([one.precision for example, one in known if name in example.slices])) for name in names
        },
    )


def alike(pairs: Sequence[tuple[Scores, Scores]], seed: int) -> Alike | None:
    """How alike explanations are, over all pairs of models and all texts that both explain."""
    seen = [
        agreement(one, other, (seed, model, number))
        for model, (first, second) in enumerate(pairs)
        for number, (one, other) in enumerate(zip(first, second, strict=False))
        if len(one) > 1 and len(one) == len(other)
    ]
    if not seen:
        return None
    correlations = [one.correlation for one in seen if one.correlation is not None]
    return Alike(
        overlap=share_of([one.overlap for one in seen]),
        chance=float(np.mean([one.chance for one in seen])),
        correlation=float(np.mean(correlations)) if correlations else None,
    )
