"""A text as a run reads it, in the form that the page draws."""

from typing import TYPE_CHECKING, Any

from regard.errors import Mistake, unknown
from regard.studio.answers.offsets import units

if TYPE_CHECKING:
    from regard.explain.methods import Method
    from regard.explain.question import Question
    from regard.runs.run import Run

LONGEST = 400
"""Words of the longest text whose explanation is tried out."""


def known_methods() -> dict[str, Any]:
    """The ways of weighing words, by name."""
    from regard.explain.methods import METHODS

    return {"methods": [{"name": name, "signed": method.signed} for name, method in METHODS.items()]}


def reading(run: "Run", text: str, method: str, against: str = "") -> dict[str, Any]:
    """Label, probabilities, and the score of each word; without scores where this model does not allow the method."""
    from regard.explain.target import Target

    way, question = _asked(run, text, method, against)
    chances = [float(Target(choice, name).score(question.answer[None])[0]) for choice, name in enumerate(run.classes)]
    best = max(range(len(chances)), key=chances.__getitem__)
    scores, why = None, ""
    try:
        scores = question.merged(way(question)).tolist() if question.words else None
    except Mistake as mistake:
        why = str(mistake)
    return {
        "label": run.classes[best],
        "probability": chances[best],
        "probabilities": dict(zip(run.classes, chances, strict=True)),
        "method": method,
        "signed": way.signed,
        "why_not": why,
        "cropped": question.left_out > 0,
        "words": _words(question, scores),
    }


def trust(run: "Run", text: str, method: str, against: str = "") -> dict[str, Any]:
    """How faithful the weights are to the answer; nothing of a text that is too long to be tried out."""
    from regard.explain.trust.faithfulness import faithful

    way, question = _asked(run, text, method, against)
    if not 1 < len(question.words) <= LONGEST:
        raise Mistake(f"weights are tried out on texts of 2 to {LONGEST} words; this one has {len(question.words)}.")
    return faithful(question, way(question)).as_json()


def _asked(run: "Run", text: str, method: str, against: str) -> "tuple[Method, Question]":
    """The way of weighing, and what is asked: why this label, or why rather than another."""
    from regard.explain.methods import METHODS
    from regard.runs.questions import question_of

    if method not in METHODS:
        raise unknown("method", method, METHODS)
    return METHODS[method], question_of(run, text, against=against)


def _words(question: "Question", scores: list[float] | None) -> list[dict[str, Any]]:
    at, words = units(question.text), []
    for number in question.words:
        start, end = question.span(number)
        if start < end:
            place = {"text": question.text[start:end], "start": at(start), "end": at(end)}
            words.append({**place, "score": None if scores is None else scores[number]})
    return words
