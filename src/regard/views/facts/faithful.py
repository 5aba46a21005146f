"""How far an explanation holds, as it is written below its picture: the figures, their controls, and a sentence."""

from typing import Any

from regard.explain.cut import WAYS
from regard.explain.explanation import Explanation
from regard.explain.trust.faithfulness import MOST
from regard.views.facts.cells import Cell, Sheet, text
from regard.views.facts.weights import SMALL, explained_target
from regard.views.wording.numbers import count, number, percent, scientific, signed
from regard.views.wording.words import clean, say, shorten

MEASURES = ("comprehensiveness", "sufficiency")
MEASURED = ("better", "alike", "worse", "few")
"""Verdicts that are told with what becomes of the answer."""
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
    """The figures in a few sentences, or why there are none; nothing where nobody asked for them."""
    if told.unchecked:
        return say(lang, f"faithful.un.{told.unchecked}", tokens=count(lang, "tokens", MOST))
    found = {way: told.faithfulness[way] for way in WAYS if way in told.faithfulness}
    if not found:
        return ""
    said = [say(lang, "faithful.control")] if told.caution == "control" else []
    verdicts = [figures["verdict"] for figures in found.values()]
    if len(set(verdicts)) == 1:
        said.append(_said(told, found[WAYS[0]], lang))
        said += [say(lang, "faithful.both")] if len(found) > 1 and verdicts[0] in MEASURED else []
    else:
        for way, figures in found.items():
            sentence = _said(told, figures, lang)
            said.append(say(lang, f"faithful.by.{way}") + f" {sentence[0].lower()}{sentence[1:]}")
    said += _without_shares(told, lang)
    checked, words = (told.faithfulness.get(key, 0) for key in ("checked", "said"))
    return " ".join([*said, *([say(lang, "faithful.some", some=checked, all=words)] if checked < words else [])])


def _said(told: Explanation, figures: dict[str, Any], lang: str) -> str:
    """What becomes of the answer where words are taken away in one way, and whether that is more than chance."""
    verdict, full = figures["verdict"], told.faithfulness["full"]
    values = [full, *(full - figures[key]["lost"] for key in ("random", "leave-one-out") if figures.get(key))]
    written = [_value(figures, value, lang) for value in values]
    mine = _value(figures, full - figures["lost"], lang)
    whole = told.kind == "translation" and told.target == told.label
    what = say(lang, "faithful.what.translation") if whole else clean(explained_target(told, lang))
    blanks = {"what": what, "full": written[0], "random": written[1]}
    if verdict not in MEASURED:
        said = say(lang, f"faithful.{verdict}", **blanks)
    else:
        way = "stays" if mine == written[0] else "falls" if figures["lost"] > 0 else "rises"
        key = f"faithful.control.{verdict}" if told.caution == "control" and verdict != "few" else f"faithful.{verdict}"
        key = "faithful.better.rises" if key == "faithful.better" and way != "falls" else key
        moves = say(lang, f"faithful.{way}", full=written[0], to=mine)
        said = say(lang, "faithful.measured", moves=moves, verdict=say(lang, key), **blanks)
    if len(written) < 3 or verdict in ("one", "unmoved") or told.method == "leave-one-out":
        return said
    return f"{said} {say(lang, 'faithful.reference', exact=written[2])}"


def _value(figures: dict[str, Any], value: float, lang: str) -> str:
    """What is asked about a text, as a reader sees it: a probability, or a difference of logits."""
    if figures["contrast"]:
        return signed(lang, value, 2)
    return scientific(lang, value) if 0 < value < SMALL else percent(lang, value)


def _without_shares(told: Explanation, lang: str) -> list[str]:
    """Why there are no lines in the table for some ways to take words away."""
    target = say(lang, "quoted", word=clean(told.target)) if told.kind == "word" else clean(told.target)
    found = {way: told.faithfulness[way] for way in WAYS if way in told.faithfulness}
    lacking = {
        way: "faithful.against" if figures["against"] else "faithful.nothing"
        for way, figures in found.items()
        if not _known(figures) and figures["verdict"] != "unmoved"
    }
    both = len(lacking) > 1 and len(set(lacking.values())) == 1
    ways = {"both": next(iter(lacking.values()))} if both else lacking
    return [say(lang, key, by=say(lang, f"faithful.share.{way}"), target=target) for way, key in ways.items()]


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
