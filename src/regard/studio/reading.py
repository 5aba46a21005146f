"""A text as a run reads it, in the form that the page draws."""

from typing import TYPE_CHECKING, Any

from regard.errors import Mistake, unknown
from regard.studio.offsets import units

if TYPE_CHECKING:
    from regard.explain.question import Question
    from regard.runs.run import Run


def reading(run: "Run", text: str, method: str, against: str = "") -> dict[str, Any]:
    """Label, probabilities, and the score of each word; without scores where this model does not allow the method."""
    from regard.explain.methods import METHODS
    from regard.explain.target import Target

    if method not in METHODS:
        raise unknown("method", method, METHODS)
    question = asked(run, text, against)
    logits = question.logits([question.ids])
    chances = [float(Target(choice, name).score(logits)[0]) for choice, name in enumerate(run.classes)]
    best = max(range(len(chances)), key=chances.__getitem__)
    scores, why = None, ""
    try:
        scores = question.merged(METHODS[method](question)).tolist()
    except Mistake as mistake:
        why = str(mistake)
    at, out = units(text), set(question.words)
    words = []
    for number, group in enumerate(question.groups):
        start, end = question.spans[group[0]][0], question.spans[group[-1]][1]
        if number in out and start < end:
            place = {"text": text[start:end], "start": at(start), "end": at(end)}
            words.append({**place, "score": None if scores is None else scores[number]})
    return {
        "label": run.classes[best],
        "probability": chances[best],
        "probabilities": dict(zip(run.classes, chances, strict=True)),
        "method": method,
        "signed": METHODS[method].signed,
        "target": question.target.name,
        "why_not": why,
        "read": len(question.ids),
        "words": words,
    }


def asked(run: "Run", text: str, against: str = "") -> "Question":
    """Why the run gives the text its label, or that label rather than another."""
    from regard.runs.explaining import question_of

    return question_of(run, text, against=against)
