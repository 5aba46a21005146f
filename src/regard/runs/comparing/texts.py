"""One text through several runs, aligned word by word."""

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from regard.errors import Mistake, unknown
from regard.explain.methods import METHODS
from regard.explain.question import Question
from regard.findings.compared import Answer, ComparedText, ComparedWord, Distance
from regard.models.masked import Masked
from regard.runs.comparing.same import alike, several
from regard.runs.comparing.stages import are_stages, looked, may_be_stage
from regard.runs.comparing.weighed import Weighed
from regard.runs.explaining import explain
from regard.runs.questions import class_names, question_of, says_texts
from regard.runs.run import Run
from regard.text.spans import Span
from regard.text.specials import MASK

SHOWN = 5
"""Words of a language model whose probabilities are told."""


def compared_text(
    runs: Iterable[tuple[str, Run]], text: str, *, method: str = "attention", target: str = ""
) -> ComparedText:
    """The text through named runs. They are asked in turn, so that no more than two need be open at once.

    All of them explain the same: the label that is named, or the one that the first run gives. A run before and after
    it was trained further for another task is compared by where its last layer looks.
    """
    if method not in METHODS:
        raise unknown("method", method, METHODS)
    if not text.strip():
        raise Mistake("there is no word to compare: the text is empty; give at least one.")
    first: Run | None = None
    before: Weighed | None = None
    found: list[Weighed] = []
    for name, run in runs:
        if before is not None and first is not None and are_stages(first, run):
            found = [before, *found[1:], looked(run, name, text)]
            continue
        if first is not None:
            alike(first, run)
        elif method == "attention" and not target and may_be_stage(run):
            before = looked(run, name, text)
        first = first or run
        found.append(before if before and _only_looks(run, text) else weighed(run, name, text, method, target))
        target = target or (found[0].target if run.recipe.task.kind == "classify" else "")
    several(found)
    return _together(text, method, target, found)


def _only_looks(run: Run, text: str) -> bool:
    """Whether a model fills blanks, and there is none."""
    return run.recipe.task.speaks and isinstance(run.model, Masked) and MASK not in text


def weighed(run: Run, name: str, text: str, method: str, target: str = "") -> Weighed:
    """What a run says of a text, and how much each word weighs in it."""
    if run.recipe.task.rates:
        raise Mistake(f"{run.folder} has one number for a whole answer; leave the text out to compare on test pairs.")
    if says_texts(run):
        return _said(run, name, text, method)
    classifies = run.recipe.task.kind == "classify"
    question = question_of(run, text, target=target if classifies else "")
    logits = question.answer
    chances = logits.softmax(-1)
    names = class_names(run.classes, len(chances)) if question.target.place is None else []
    best = chances.topk(min(len(names) or SHOWN, len(chances)))
    label = {choice: names[choice] if names else run.tokenizer.decode([choice]) for choice in best.indices.tolist()}
    told = {label[choice]: float(chances[choice]) for choice in label}
    why, spans, weights = "", list[Span](), list[float]()
    try:
        spans, weights = _words(question, method)
    except Mistake as mistake:
        why = str(mistake)
    top = int(best.indices[0])
    answer = Answer(
        run=name,
        model=run.recipe.name,
        label=label[top].strip() or label[top],
        probability=float(chances[top]),
        probabilities={each: told[each] for each in names} if names else told,
        why=why,
    )
    return Weighed(answer, question.target.name if classifies else "", spans, weights)


def _words(question: Question, method: str) -> tuple[list[Span], list[float]]:
    """The words that stand in the text, each with its score; those without a sign are shares of all."""
    way = METHODS[method]
    scores = question.merged(way(question))
    total = scores.sum()
    scores = scores if way.signed or total <= 0 else scores / total
    spans = [question.span(number) for number in range(len(question.groups))]
    there = [place for place, (start, end) in enumerate(spans) if question.text[start:end].strip()]
    return [spans[place] for place in there], [float(scores[place]) for place in there]


def _said(run: Run, name: str, text: str, method: str) -> Weighed:
    """A translation, and the mean weight of each word of the source over all that is said."""
    why, spans, weights = "", list[Span](), list[float]()
    try:
        told = explain(run, text, method=method, faithfulness=False)
        mean = np.mean([list(row) for row in told.maps[0].weights], axis=0)
        there = [place for place, (start, end) in enumerate(told.spans) if start < end]
        spans, weights = [told.spans[place] for place in there], [float(mean[place]) for place in there]
        label, probability = told.label, told.probability
    except Mistake as mistake:
        told = explain(run, text, method="uniform", faithfulness=False)
        label, probability, why = told.label, told.probability, str(mistake)
    return Weighed(
        Answer(run=name, model=run.recipe.name, label=label, probability=probability, why=why), "", spans, weights
    )


def _together(text: str, method: str, target: str, found: Sequence[Weighed]) -> ComparedText:
    places = shared_words([one.spans for one in found])
    table = [_spread(one, places) for one in found]
    known = [row for row, one in zip(table, found, strict=True) if one.spans]
    words = [
        ComparedWord(
            word=text[start:end],
            start=start,
            end=end,
            weights=[float(row[i]) if one.spans else None for row, one in zip(table, found, strict=True)],
            apart=float(np.ptp([row[i] for row in known])) if len(known) > 1 else None,
        )
        for i, (start, end) in enumerate(places)
    ]
    distances = [
        Distance(run=found[i].answer.run, other=found[j].answer.run, distance=_distance(table[i], table[j]))
        for i, j in combinations(range(len(found)), 2)
        if found[i].spans and found[j].spans
    ]
    return ComparedText(
        text=text,
        method=method,
        target=target,
        signed=METHODS[method].signed,
        answers=[one.answer for one in found],
        words=words,
        distances=distances,
    )


def shared_words(sides: Sequence[Sequence[Span]]) -> list[Span]:
    """The smallest parts of a text that no word of any side crosses: where words overlap, they are one."""
    merged: list[Span] = []
    for start, end in sorted({span for spans in sides for span in spans}):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _spread(one: Weighed, places: Sequence[Span]) -> NDArray[np.float64]:
    """For each shared word the sum over the run's own words in it; a word that the run did not read has none."""
    starts = np.array([start for start, _ in places])
    row = np.zeros(len(places))
    for (start, _), weight in zip(one.spans, one.weights, strict=True):
        row[np.searchsorted(starts, start, side="right") - 1] += weight
    return row


def _distance(ours: NDArray[np.float64], theirs: NDArray[np.float64]) -> float:
    sides = [side / (np.abs(side).sum() or 1.0) for side in (ours, theirs)]
    return float(np.abs(sides[0] - sides[1]).sum() / 2)
