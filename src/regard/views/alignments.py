"""A translation and its alignment: as one picture, and as one page."""

from regard.explain.explanation import Explanation
from regard.views.facts.faithful import caution_of
from regard.views.facts.weights import answer_of, explained_target
from regard.views.figures.alignment import alignment
from regard.views.figures.alignment_lines import alignment_lines
from regard.views.figures.explained import below, explained
from regard.views.figures.picture import Picture
from regard.views.report.explaining import faithful_block
from regard.views.report.markup import document, esc, facts, figure
from regard.views.report.stepping import stepping
from regard.views.wording.words import checked, say


def aligned_picture(explanation: Explanation, lang: str) -> Picture:
    """The alignment matrix; several, of layers or heads, one below the other."""
    if len(explanation.maps) == 1 and not explanation.signed:
        return alignment(explanation.maps[0], lang, title=explanation.label, notes=below(explanation, lang))
    return explained(explanation, lang)


def alignment_page(explanation: Explanation, lang: str) -> str:
    """The source, its translation, and which words looked at which, as one file to open from disk."""
    checked(lang)
    title = say(lang, "alignment.title")
    known = {
        say(lang, "steps.source"): explanation.text,
        say(lang, "method"): explanation.method,
        say(lang, "target"): explained_target(explanation, lang),
    }
    answer = answer_of(explanation, lang)
    pictures = (
        [explained(explanation, lang)]
        if explanation.signed
        else [
            alignment(one, lang, title=one.name, name=f"alignment-{number}")
            for number, one in enumerate(explanation.maps, 1)
        ]
    )
    blocks = ""
    if len(explanation.maps) == 1 and not explanation.signed:
        only = explanation.maps[0]
        pictures.append(alignment_lines(only, lang))
        blocks = stepping(only, lang, name="steps")
    blocks += "".join(figure(picture, lang, number) for number, picture in enumerate(pictures, 1))
    body = (
        f'<header class="masthead"><p class="kind">regard</p><h1>{esc(title)}</h1>\n'
        f'<p class="lede" dir="auto">{esc(answer)}</p></header>\n<main>\n{facts(known)}\n{blocks}'
        f'{faithful_block(explanation, lang)}<p class="note">{esc(caution_of(explanation, lang))}</p>\n</main>\n'
        f"<footer>{esc(say(lang, 'page.explanation.foot'))}</footer>"
    )
    return document(lang, title, body)
