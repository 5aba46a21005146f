"""The markup that the script of a page of maps fills: the overview, one map large, the text, the heaviest words."""

from collections.abc import Sequence
from dataclasses import dataclass

from regard.explain.explanation import Map
from regard.views.report.markup import esc
from regard.views.report.texts import legend
from regard.views.wording.words import say


@dataclass(frozen=True)
class Place:
    """Where a map stands in the overview."""

    site: str
    head: int | None
    """Counted from 0, as its name has it; None for one that stands for all heads of its site."""

    def label(self, lang: str) -> str:
        """How the map is called in a sentence."""
        if self.head is None:
            return self.site
        return say(lang, "maps.head", site=self.site, head=str(self.head))


def place_of(one: Map) -> Place:
    """Site and head, from the name of a map."""
    site, _, last = one.name.rpartition(".")
    return Place(site, int(last)) if site and last.isdecimal() else Place(one.name, None)


def explorer(grids: Sequence[Map], lang: str) -> str:
    """The parts of the page that its script fills."""
    most = max(len(one.columns) for one in grids)

    def told(key: str) -> str:
        return esc(say(lang, f"maps.{key}"))

    ways = "".join(
        f'<label><input type="radio" name="from" value="{side}"> {told(f"from-{side}")}</label>'
        for side in ("rows", "columns")
    )
    panels = "".join(
        f'<div class="box" id="{side}-box"><h3 id="{side}-head">{esc(say(lang, key))}</h3>'
        f'<div class="reader" id="{side}-words" role="listbox" tabindex="0" dir="auto" '
        f'aria-labelledby="{side}-head" aria-describedby="keys-words"></div></div>\n'
        for side, key in (("rows", "looks"), ("columns", "looked-at"))
    )
    return (
        f'<div id="explorer" hidden>\n<section class="every"><h2>{told("every")}</h2>'
        f'<p class="note">{told("every-note")}</p>{overview(grids, lang)}</section>\n'
        f'<section class="one" aria-labelledby="which"><h2 id="which"></h2><p class="note" id="keys-large">'
        f'{told("large-note")}</p><div class="tools"><span>{told("zoom")}</span>'
        f'<button type="button" id="out" aria-label="{told("out")}">−</button><output id="zoom"></output>'
        f'<button type="button" id="in" aria-label="{told("in")}">+</button></div>\n'
        f'<canvas id="large" tabindex="0" role="application" aria-label="{told("large")}" '
        f'aria-describedby="pair keys-large"></canvas><p id="pair" aria-live="polite"></p></section>\n'
        f'<section class="one"><h2>{told("text")}</h2><p class="note" id="keys-words">{told("text-note")}</p>'
        f'<fieldset class="tools"><legend>{told("from")}</legend>{ways}</fieldset>'
        f'<p id="said" role="status"></p>\n{panels}{legend(most, False, lang)}'
        f'<details open><summary>{told("table")}</summary><table class="best"><caption id="top-of"></caption>'
        f'<thead><tr><th scope="col">{esc(say(lang, "word"))}</th><th scope="col" class="n">{told("number")}</th>'
        f'<th scope="col" class="n">{esc(say(lang, "weight"))}</th><td></td></tr></thead><tbody id="top"></tbody>'
        f"</table></details></section>\n</div>\n"
    )


def overview(grids: Sequence[Map], lang: str) -> str:
    """A table of small maps: a line per attention of the model, a column per head."""
    places = [place_of(one) for one in grids]
    heads = sorted({place.head for place in places if place.head is not None})
    columns = [None, *heads] if any(place.head is None for place in places) else list(heads)
    numbers = {place: number for number, place in enumerate(places)}
    names = "".join(f'<th scope="col">{"" if head is None else head}</th>' for head in columns)
    lines = ""
    for site in dict.fromkeys(place.site for place in places):
        cells = "".join(
            f"<td>{small(numbers[Place(site, head)], Place(site, head).label(lang))}</td>"
            if Place(site, head) in numbers
            else "<td></td>"
            for head in columns
        )
        lines += f'<tr><th scope="row"><bdi>{esc(site)}</bdi></th>{cells}</tr>\n'
    caption = esc(say(lang, "maps.every"))
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{caption}"><table class="all"><thead><tr>'
        f"<td>{esc(say(lang, 'head'))}</td>{names}</tr></thead><tbody>\n{lines}</tbody></table></div>"
    )


def small(number_: int, label: str) -> str:
    """The button of one map."""
    return (
        f'<button type="button" id="head-{number_}" aria-pressed="false" tabindex="-1" aria-label="{esc(label)}" '
        f'title="{esc(label)}"><canvas></canvas></button>'
    )
