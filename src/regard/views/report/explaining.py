"""Parts of an explanation's page: words with signed scores, and how far the picture holds."""

from regard.explain.explanation import Explanation, Map
from regard.views.facts.faithful import faithful_sheet, interpreted
from regard.views.facts.weights import on_text, score_of, strongest, weights_sheet
from regard.views.figures.colours import LEVELS, farthest, signed_level
from regard.views.report.markup import esc, prose, table
from regard.views.wording.words import say, shorten

TOP = 10


def signed_block(explanation: Explanation, one: Map, lang: str) -> str:
    """One row of scores: the text with its words coloured, those that count most, and every score to unfold."""
    scores = one.weights[0]
    most = farthest(scores)
    found, rest = on_text(explanation, one)
    words = "".join(
        esc(piece.before) + _word(piece.word, score, most, lang) for piece, score in zip(found, scores, strict=True)
    )
    heavy = " ".join(
        f"<span><bdi>{esc(word)}</bdi> {score_of(lang, score)}</span>"
        for word, score in strongest(one.columns, scores, TOP)
    )
    sheet = table(weights_sheet(one, lang, signed=True))
    return (
        f'<article class="text"><h2>{esc(one.name)}</h2><p class="words" dir="auto">{words}{esc(rest)}</p>'
        f"{_legend(explanation, most, lang)}"
        f'<p class="meta">{esc(say(lang, "top-signed"))}</p><p class="top" dir="auto">{heavy}</p>'
        f"<details><summary>{esc(say(lang, 'page.weights'))}</summary>{sheet}</details></article>\n"
    )


def faithful_block(explanation: Explanation, lang: str) -> str:
    """The figures of faithfulness with their controls, and what they mean; nothing if nothing was measured."""
    said, sheet = interpreted(explanation, lang), faithful_sheet(explanation, lang)
    if not said:
        return ""
    figures = "" if sheet is None else table(sheet)
    return f"<section><h2>{esc(say(lang, 'faithfulness'))}</h2>{figures}<p>{prose(said)}</p></section>\n"


def _word(written: str, score: float, most: float, lang: str) -> str:
    strength = signed_level(score, most)
    if not strength:
        return esc(written)
    return f'<mark class="{_kind(score, strength)}" title="{score_of(lang, score)}">{esc(written)}</mark>'


def _kind(score: float, strength: int) -> str:
    return f"f{strength}" if score > 0 else f"w{strength} against"


def _legend(explanation: Explanation, most: float, lang: str) -> str:
    parts = ""
    for name, sign in (("legend.for", 1), ("legend.against", -1)):
        steps = " ".join(
            f'<mark class="{_kind(sign, strength)}">{score_of(lang, sign * most * strength / LEVELS)}</mark>'
            for strength in (2, 4, LEVELS)
        )
        parts += f"{esc(say(lang, name, target=shorten(explanation.target)))} {steps} "
    return f'<p class="legend">{parts}</p>'
