"""All attention of a text on one page: every head small, one large, and the text under the weights of a chosen word."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from regard.explain.explanation import Explanation, Map
from regard.views.facts.faithful import caution_of
from regard.views.facts.weights import answer_of, explained_target, is_line
from regard.views.maps.explorer import explorer, place_of
from regard.views.maps.facts import grids_of
from regard.views.maps.packed import BUDGET, Packed, pack
from regard.views.report.explaining import faithful_block
from regard.views.report.markup import document, esc, facts
from regard.views.report.sections import words_block
from regard.views.wording.numbers import count, number, percent
from regard.views.wording.words import checked, clean, say

STATIC = Path(__file__).with_name("static")
SAID = ("quoted", "pair", "looks", "is-looked", "failed")
"""Sentences whose blanks the script fills."""


def maps_page(explanation: Explanation, lang: str, budget: int = BUDGET) -> str:
    """The explanation as one file that needs no network; its weights are packed, and it says what that loses."""
    checked(lang)
    grids = grids_of(explanation)
    packed = pack(grids, budget)
    title = say(lang, "alignment.title" if explanation.kind == "translation" else "explanation.title")
    answer = answer_of(explanation, lang)
    longest = max(grids, key=lambda one: len(one.rows))
    known = {
        say(lang, "steps.source"): explanation.text if explanation.kind == "translation" else "",
        say(lang, "method"): explanation.method,
        say(lang, "target"): explained_target(explanation, lang),
        say(lang, "maps.size"): f"{count(lang, 'maps', len(grids))} · {len(longest.rows)} × {len(longest.columns)}",
    }
    lines = "".join(words_block(explanation, one, lang) for one in explanation.maps if is_line(one))
    body = (
        f'<header class="masthead"><p class="kind">regard</p><h1>{esc(title)}</h1>\n'
        f'<p class="lede" dir="auto">{esc(answer)}</p></header>\n<main>\n{facts(known)}\n'
        f'<p class="note">{esc(caution_of(explanation, lang))} {esc(loss(packed, lang))}</p>\n{lines}'
        f"{faithful_block(explanation, lang)}"
        f'<noscript><p class="note">{esc(say(lang, "maps.script"))}</p></noscript>\n'
        f'<p id="wait" class="note" role="status">{esc(say(lang, "maps.wait"))}</p>\n{explorer(grids, lang)}</main>\n'
        f"<footer>{esc(say(lang, 'page.explanation.foot'))}</footer>\n{data(grids, packed, lang)}"
    )
    code = "\n".join((STATIC / name).read_text(encoding="utf-8") for name in ("unpack.js", "explore.js", "steer.js"))
    return document(lang, title, body, code=code, style=(STATIC / "maps.css").read_text(encoding="utf-8"))


def loss(packed: Packed, lang: str) -> str:
    """What the page shows otherwise than the model had it."""
    error = number(lang, 100 * packed.error, 2 if packed.error >= 0.0001 else 4)
    if packed.share > 1 - 1e-9 or packed.kept == packed.weights:
        return say(lang, "maps.loss.none", error=error)
    return say(
        lang,
        "maps.loss",
        kept=number(lang, packed.kept),
        weights=number(lang, packed.weights),
        share=percent(lang, packed.share),
        error=error,
    )


def data(grids: Sequence[Map], packed: Packed, lang: str) -> str:
    """What the script reads: words, names of maps, sentences and the packed weights."""
    sides: dict[tuple[str, ...], int] = {}
    maps = [
        {
            "label": clean(place_of(one).label(lang)),
            "rows": sides.setdefault(tuple(clean(word) for word in one.rows), len(sides)),
            "columns": sides.setdefault(tuple(clean(word) for word in one.columns), len(sides)),
            "causal": causal,
        }
        for one, causal in zip(grids, packed.causal, strict=True)
    ]
    told: dict[str, Any] = {
        "lang": lang,
        "say": {key: say(lang, f"maps.{key}") for key in SAID},
        "sides": [list(side) for side in sides],
        "maps": maps,
        "levels": packed.levels,
        "streams": packed.streams(),
    }
    held = json.dumps(told, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json" id="told">{held}</script>'
