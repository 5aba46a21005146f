"""The same texts through all models: the verdicts, and each model's weights on the words themselves."""

from regard.results import Reading, Text
from regard.views.facts.placed import Piece, placed
from regard.views.facts.weights import is_equal, strongest
from regard.views.figures.colours import LEVELS, least, level
from regard.views.report.markup import esc
from regard.views.wording.numbers import count, percent, times
from regard.views.wording.words import say

LONG = 70
"""Words from which readings are folded away, to be opened one by one."""
TOP = 5
LEAST = 0.0005
"""The least weight that is listed: what is below would read 0.0 %."""


def text_block(one: Text, n: int, lang: str) -> str:
    """One text: as given, then how each model looked at it and what it answered."""
    words = max((reading.words for reading in one.readings), key=len, default=[])
    found, rest = placed(one.text, words)
    given = marked(found, rest, [], one.rationale, lang)
    length = sum(any(letter.isalnum() for letter in word) for word in words)
    meta = f"{count(lang, 'words', length)} · {esc(say(lang, 'gold'))} <b><bdi>{esc(one.gold)}</bdi></b>"
    seen = [reading for reading in one.readings if reading.weights]
    blind = " ".join(verdict(reading, one, lang) for reading in one.readings if not reading.weights)
    first = next((reading for reading in seen if not is_equal(reading.weights)), None)
    shown = "".join(reading_block(reading, one, lang, opened=reading is first) for reading in seen)
    if blind:
        unseen = f'<p class="who">{esc(say(lang, "no-weights"))}</p>'
        shown += f'<div class="reading">{unseen}<p class="blind">{blind}</p></div>'
    return (
        f'<article class="text" aria-labelledby="text-{n}">'
        f'<h3 id="text-{n}">{esc(say(lang, "page.text", n=str(n)))}</h3><p class="meta">{meta}</p>\n'
        f'<p class="words given" dir="auto">{given}</p>\n'
        f"{legend(len(words), bool(one.rationale), lang) if seen else ''}\n{shown}</article>"
    )


def verdict(reading: Reading, one: Text, lang: str) -> str:
    """The model, its answer and how sure it was; right or wrong by sign, word and colour."""
    right = reading.label == one.gold
    kind, sign, said = ("good", "✓", say(lang, "right")) if right else ("bad", "✗", say(lang, "wrong"))
    return (
        f'<span class="verdict"><b><bdi>{esc(reading.model)}</bdi></b> '
        f'<span class="{kind}"><span role="img" aria-label="{said}">{sign}</span> <bdi>{esc(reading.label)}</bdi> '
        f"{percent(lang, reading.probability)}</span></span>"
    )


def reading_block(reading: Reading, one: Text, lang: str, *, opened: bool) -> str:
    """One model's weights on the words; folded where the text is long."""
    who = f'<p class="who">{verdict(reading, one, lang)}</p>'
    if is_equal(reading.weights):
        return f'<div class="reading">{who}<p class="top">{esc(say(lang, "equal"))}</p></div>\n'
    found, rest = placed(one.text, reading.words)
    words = f'<p class="words" dir="auto">{marked(found, rest, reading.weights, one.rationale, lang)}</p>'
    top = f'<p class="top" dir="auto">{heaviest(reading.words, reading.weights, lang, TOP)}</p>'
    if len(reading.words) < LONG:
        return f'<div class="reading">{who}<div>{words}{top}</div></div>\n'
    fold = f"<details{' open' if opened else ''}><summary>{esc(say(lang, 'page.on-text'))}</summary>{words}</details>"
    return f'<div class="reading">{who}<div>{top}{fold}</div></div>\n'


def heaviest(words: list[str], weights: list[float], lang: str, k: int) -> str:
    """The words with most weight, with their numbers, in one line."""
    top = [(word, weight) for word, weight in strongest(words, weights, k) if weight >= LEAST]
    return " ".join(f"<span><bdi>{esc(word)}</bdi> {percent(lang, weight)}</span>" for word, weight in top)


def marked(found: list[Piece], rest: str, weights: list[float], rationale: list[int], lang: str) -> str:
    """The text with its words marked: colour and line by weight, a dotted box around deciding words."""
    deciding, shown = set(rationale), ""
    for i, piece in enumerate(found):
        starts, ends = i in deciding and i - 1 not in deciding, i in deciding and i + 1 not in deciding
        shown += esc(piece.before) + ('<span class="r">' if starts else "")
        shown += word(piece.word, weights[i], len(found), lang) if weights else esc(piece.word)
        shown += "</span>" if ends else ""
    return shown + esc(rest)


def word(written: str, weight: float, words: int, lang: str) -> str:
    """One word, marked where it has more than its share, with the number for whoever points at it."""
    strength = level(weight, words)
    if not strength:
        return esc(written)
    number = f"{percent(lang, weight)} · {times(lang, weight * words)}"
    return f'<mark class="w{strength}" title="{number}">{esc(written)}</mark>'


def legend(words: int, decided: bool, lang: str) -> str:
    """What colours, lines and dotted boxes mean in a text of so many words."""
    steps = " ".join(
        f'<mark class="w{strength}">{percent(lang, least(strength, words))}</mark>' for strength in range(1, LEVELS + 1)
    )
    box = f' <span class="r">{esc(say(lang, "legend.decides"))}</span>' if decided else ""
    return f'<p class="legend">{esc(say(lang, "legend.least"))} {steps}{box}</p>'
