"""How far an explanation holds, as it is written below its picture: the figures, their controls, and a sentence."""

from typing import Any

from regard.explain.cut import WAYS
from regard.explain.explanation import Explanation
from regard.explain.trust.faithfulness import MOST
from regard.views.facts.cells import Cell, Sheet, text
from regard.views.wording.numbers import count, number, percent
from regard.views.wording.words import clean, say, shorten

MEASURES = ("comprehensiveness", "sufficiency")
SHOWN = 8
"""Unknown words that are named."""


def faithful_sheet(told: Explanation, lang: str) -> Sheet | None:
    """A line for each measure and each way to take words away; None where nothing was measured or could be."""
    ways = [way for way in WAYS if _known(told.faithfulness.get(way))]
    if not ways:
        return None
    heads = ("faithful.measure", "faithful.this", "faithful.random", "faithful.exact")
    rows = [
        [text(say(lang, f"faithful.{way}", measure=say(lang, f"faithful.{measure}"))), *_row(figures, measure, lang)]
        for way in ways
        for figures in (told.faithfulness[way],)
        for measure in MEASURES
    ]
    return Sheet(say(lang, "faithful.caption"), [say(lang, head) for head in heads], rows)


def interpreted(told: Explanation, lang: str) -> str:
    """The figures in a sentence or two, or why there are none; nothing where nobody asked for them."""
    if told.unchecked:
        return say(lang, f"faithful.un.{told.unchecked}", tokens=count(lang, "tokens", MOST))
    figures = told.faithfulness.get(WAYS[0])
    if figures is None:
        return ""
    mine, chance = figures["comprehensiveness"], figures["random"]["comprehensiveness"]
    if mine is None or chance is None:
        target = say(lang, "quoted", word=clean(told.target)) if told.kind == "word" else clean(told.target)
        return say(lang, "faithful.against" if figures["against"] else "faithful.nothing", target=target)
    if told.faithfulness["words"] == 1:
        return say(lang, "faithful.single")
    low, high = figures["random"].get("comprehensiveness_interval") or (chance, chance)
    kind = "better" if mine > high else "worse" if mine < low else "alike"
    said = say(lang, f"faithful.{kind}", mine=percent(lang, mine, 0), random=percent(lang, chance, 0))
    exact = (figures.get("leave-one-out") or {}).get("comprehensiveness")
    if exact is not None and told.method != "leave-one-out":
        said = f"{said} {say(lang, 'faithful.reference', exact=percent(lang, exact, 0))}"
    checked, words = (told.faithfulness.get(key, 0) for key in ("checked", "said"))
    return f"{said} {say(lang, 'faithful.some', some=checked, all=words)}" if checked < words else said


def caution_of(told: Explanation, lang: str) -> str:
    """What the model did not read or know of the text, and what a picture of this method does not show."""
    return " ".join([*_not_read(told, lang), say(lang, f"caution.{told.caution}" if told.maps else "nothing")])


def _not_read(told: Explanation, lang: str) -> list[str]:
    said: list[str] = []
    if told.left_out:
        said.append(say(lang, "read.left-out", tokens=count(lang, "tokens", told.left_out)))
    if told.unknown:
        shown = [shorten(clean(word), 30) for word in told.unknown[:SHOWN]]
        more = "" if len(told.unknown) <= SHOWN else " …"
        said.append(say(lang, "read.unknown", words=", ".join(shown) + more))
    return said


def _known(figures: dict[str, Any] | None) -> bool:
    """Whether the text gave the answer something that words could be taken from."""
    return figures is not None and figures[MEASURES[0]] is not None


def _row(figures: dict[str, Any], measure: str, lang: str) -> list[Cell]:
    chance, exact = figures["random"], figures.get("leave-one-out")
    return [
        _cell(figures[measure], lang),
        _cell(chance[measure], lang, chance.get(f"{measure}_interval")),
        _cell(None if exact is None else exact[measure], lang),
    ]


def _cell(value: float | None, lang: str, interval: list[float] | None = None) -> Cell:
    if value is None:
        return Cell("–", None)
    spread = "" if interval is None else f" ({number(lang, interval[0], 2)} … {number(lang, interval[1], 2)})"
    return Cell(number(lang, value, 2) + spread, value)
