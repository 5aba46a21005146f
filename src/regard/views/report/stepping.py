"""A translation stepped through: for each target word, the source words that it looked at (row R9).

No script is needed: the target's words are one group of radio buttons, which browsers step through with the arrow keys,
and what belongs to a word stands right after its button, shown by the style sheet while that button is chosen.
"""

from regard.explain.explanation import Map
from regard.metrics.alignment import Gold
from regard.views.facts.alignment import linked
from regard.views.facts.placed import Piece
from regard.views.report.markup import esc
from regard.views.report.texts import heaviest, legend, marked
from regard.views.wording.numbers import percent
from regard.views.wording.words import say

TOP = 3
FORGOTTEN = 0.005
"""The least weight outside the words that is worth a remark."""


def stepping(one: Map, lang: str, *, name: str, gold: Gold | None = None) -> str:
    """The fragment; `name` keeps its buttons apart from those of other fragments on a page, and is a plain word."""
    words = [Piece(" " if i else "", word) for i, word in enumerate(one.columns)]
    steps = "".join(_step(one, words, place, lang, name, gold) for place in range(len(one.rows)))
    scale = legend(len(words), False, lang) if words else ""
    given = f'<p class="legend"><span class="r">{esc(say(lang, "steps.given"))}</span></p>' if gold else ""
    return (
        f'<fieldset class="steps"><legend>{esc(say(lang, "steps.legend"))}</legend>'
        f'<div class="stepped" dir="auto">{steps}</div>{scale}{given}</fieldset>\n'
    )


def _step(one: Map, words: list[Piece], place: int, lang: str, name: str, gold: Gold | None) -> str:
    """A target word as a button, and the source as it saw it."""
    weights = one.weights[place]
    by_hand = linked(gold, place, len(words)) if gold is not None else []
    chosen = " checked" if place == 0 else ""
    top = heaviest(one.columns, weights, lang, TOP)
    rest = 1 - sum(weights)
    if rest >= FORGOTTEN:
        top += f" <span>{esc(say(lang, 'steps.rest', weight=percent(lang, rest)))}</span>"
    return (
        f'<input type="radio" name="{name}" id="{name}-{place}" aria-labelledby="{name}-{place}-word" '
        f'aria-describedby="{name}-{place}-top"{chosen}>'
        f'<label id="{name}-{place}-word" for="{name}-{place}">{esc(one.rows[place])}</label>'
        f'<div class="step"><p class="moves">{_move(one, place - 1, "before", "‹", lang, name)}'
        f"<span>{esc(say(lang, 'steps.place', n=str(place + 1), all=str(len(one.rows))))}</span>"
        f"{_move(one, place + 1, 'next', '›', lang, name)}</p>"
        f'<p class="words" dir="auto">{marked(words, "", weights, by_hand, lang)}</p>'
        f'<p class="top" id="{name}-{place}-top">{top}</p></div>\n'
    )


def _move(one: Map, to: int, way: str, sign: str, lang: str, name: str) -> str:
    """What to press for the word before or after; keys do the same, so it is hidden from screen readers."""
    if not 0 <= to < len(one.rows):
        return f'<span class="move" aria-hidden="true">{sign}</span>'
    title = esc(say(lang, f"steps.{way}"))
    return f'<label class="move" for="{name}-{to}" title="{title}" aria-hidden="true">{sign}</label>'
