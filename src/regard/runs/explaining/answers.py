"""Why a run gives a label or a word."""

from dataclasses import replace
from math import exp

import numpy as np
from numpy.typing import NDArray

from regard.explain.explanation import Explanation
from regard.explain.maps.language import looked
from regard.explain.question import Question
from regard.explain.trust.faithfulness import faithful
from regard.runs.explaining.rows import weighed
from regard.runs.explaining.wanted import Wanted
from regard.runs.labels.prediction import looked_at
from regard.runs.questions import answered, class_names, has_answer
from regard.runs.run import Run


def answer_explained(run: Run, question: Question, wanted: Wanted) -> Explanation:
    """A row of weights over the words of a text, or every map of the attention that is asked for.

    `question` is the one that was not answered yet: maps come with the answer, so that one pass is enough for them.
    """
    named, told = bool(wanted.target or wanted.against), None
    if wanted.maps and not named and not has_answer(question):
        return replace(maps_of(run, question, wanted), unchecked="no-answer" if wanted.check else "")
    if wanted.maps and question.asked.looks is not None:
        told = maps_of(run, question, wanted)
        if not named and not wanted.check:
            return told
    question = answered(run, question, wanted.target, wanted.against)
    if told is not None:
        told = replace(told, target=question.target.title)
    why = wanted.unchecked(question)
    check = wanted.check and not why
    if told is None or check:
        scores = wanted.scores(question)
        told = told or _told(run, question, wanted, scores)
        if check:
            return replace(told, faithfulness=faithful(question, scores).as_json())
    return replace(told, unchecked=why)


def maps_of(run: Run, question: Question, wanted: Wanted) -> Explanation:
    """Attention as it is, map by map, and the answer that it led to."""
    only, head, tokens = wanted.layer, wanted.head, wanted.tokens
    if run.recipe.task.kind == "classify":
        return looked_at(run, question.text, question.read, only=only, head=head, tokens=tokens)
    return looked(
        run.model,
        run.tokenizer,
        question.text,
        question.read,
        classes=run.classes,
        only=only,
        head=head,
        tokens=tokens,
    )


def _told(run: Run, question: Question, wanted: Wanted, scores: NDArray[np.float64]) -> Explanation:
    """One row of weights over the words of a text."""
    logits, best = question.answer, question.best()
    labels = question.target.place is None
    return weighed(
        run,
        wanted,
        [question],
        [scores],
        rows=["text"],
        target=question.target.title,
        kind="label" if labels else "word",
        label=class_names(run.classes, len(logits))[best] if labels else run.tokenizer.decode([best]).strip(),
        probability=exp(float(logits[best] - logits.logsumexp(-1))),
    )
