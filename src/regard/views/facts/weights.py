"""What views read off an explanation: its words where they stand, those with most weight, one weight per word."""

from regard.explain.explanation import Explanation, Map
from regard.views.facts.cells import Cell, Sheet, text
from regard.views.facts.placed import Piece, cut, placed
from regard.views.wording.numbers import number, percent, scientific, times
from regard.views.wording.numbers import signed as with_sign
from regard.views.wording.words import clean, say, shorten

CONTRAST = " − "
"""Between the two that a target is the difference of."""
SMALL = 0.0005
"""The size below which a score would be written as nothing."""


def answer_of(explanation: Explanation, lang: str, most: int = 0) -> str:
    """What the model answers, and how probably; cut where it is longer than `most` letters, if that is given."""
    label = shorten(explanation.label, most) if most else clean(explanation.label)
    label = say(lang, "quoted", word=label) if explanation.kind == "word" and label else label
    return say(lang, "answer", label=label, probability=percent(lang, explanation.probability))


def explained_target(explanation: Explanation, lang: str) -> str:
    """What is explained, said in words."""
    whole = explanation.kind == "translation" and explanation.target == explanation.label
    if whole:
        return say(lang, "target.translation")
    if CONTRAST in explanation.target:
        return say(lang, "target.contrast", label=explanation.target)
    kind = "word" if explanation.kind == "translation" else explanation.kind
    return say(lang, f"target.{kind}", label=explanation.target)


def is_line(one: Map) -> bool:
    """Whether the map is one row of weights, to be shown on the text itself."""
    return len(one.rows) == 1


def on_text(explanation: Explanation, one: Map) -> tuple[list[Piece], str]:
    """The map's words as the text has them, and what remains after the last."""
    if len(explanation.spans) == len(one.columns):
        return cut(explanation.text, explanation.spans)
    return placed(explanation.text, one.columns)


def strongest(words: list[str], weights: list[float], k: int) -> list[tuple[str, float]]:
    """The k places with most weight, heaviest first; a sign does not count."""
    places = sorted(range(len(words)), key=lambda i: (-abs(weights[i]), i))[:k]
    return [(words[i], weights[i]) for i in places]


def is_equal(weights: list[float]) -> bool:
    """Whether all weights are the same, as in a plain mean."""
    return bool(weights) and max(weights) - min(weights) <= 1e-6 + 1e-3 / len(weights)


def score_of(lang: str, score: float) -> str:
    """A score with its sign: three digits, or as many as a small one needs."""
    if score and abs(score) < SMALL:
        return ("−" if score < 0 else "+") + scientific(lang, abs(score))
    return with_sign(lang, score, 3)


def weights_sheet(one: Map, lang: str, *, signed: bool = False) -> Sheet:
    """Every weight of the map: a line per word for one row, a grid for several."""
    if not is_line(one):
        rows = [
            [text(name), *(Cell(number(lang, w, 3), w) for w in row)]
            for name, row in zip(one.rows, one.weights, strict=True)
        ]
        return Sheet(one.name, [say(lang, "looks"), *one.columns], rows)
    if signed:
        scores = [[text(word), Cell(score_of(lang, w), w)] for word, w in zip(one.columns, one.weights[0], strict=True)]
        return Sheet(one.name, [say(lang, "word"), say(lang, "score")], scores)
    n = len(one.columns)
    rows = [
        [text(word), Cell(percent(lang, w), w), Cell(times(lang, w * n), w * n)]
        for word, w in zip(one.columns, one.weights[0], strict=True)
    ]
    return Sheet(one.name, [say(lang, "word"), say(lang, "weight"), say(lang, "times")], rows)
