"""The parts of the page that only the chapter on translation has: lengths, searches, alignments, sentences."""

from regard.findings.translation import AlignedSentence, TranslationFindings
from regard.results import LabResult
from regard.views.facts import translation_sheets as sheets
from regard.views.facts.translation import by_sentence, gold_of, is_reference, map_of, stepped, translation_of
from regard.views.figures.translated import matrix_name
from regard.views.report import translation_prose as told
from regard.views.report.findings import Draw, listed
from regard.views.report.markup import esc, prose, table
from regard.views.report.stepping import stepping
from regard.views.wording.words import say


def translated_parts(result: LabResult, lang: str, draw: Draw) -> dict[str, tuple[str, str]]:
    """The parts of the page, by name, each with its head; empty where there is nothing to show."""
    found = result.translation
    if found is None:
        return {}
    return {
        "lengths": (say(lang, "page.lengths"), lengths(found, lang, draw)),
        "beams": (say(lang, "page.beams"), beams(found, lang, draw)),
        "alignment": (say(lang, "page.alignment"), alignment(found, lang, draw)),
        "sentences": (say(lang, "page.translations"), sentences(found, lang, draw)),
    }


def lengths(found: TranslationFindings, lang: str, draw: Draw) -> str:
    """What long sentences cost."""
    if not found.lengths:
        return ""
    return listed(told.lengths(found, lang)) + table(sheets.length_grid(found, lang)) + draw("lengths")


def beams(found: TranslationFindings, lang: str, draw: Draw) -> str:
    """What a wider search brings."""
    return listed(told.beams(found, lang)) + draw("beams") if found.beams else ""


def alignment(found: TranslationFindings, lang: str, draw: Draw) -> str:
    """How far attention is from known alignments."""
    return listed(told.alignments(found, lang)) + draw("rates") if found.alignments else ""


def sentences(found: TranslationFindings, lang: str, draw: Draw) -> str:
    """Each sentence: its reference, then for each model what it said and its alignment, folded after the first.

    The first sentence can be stepped through.
    """
    shown = ""
    for n, group in enumerate(by_sentence(found), start=1):
        source = esc(" ".join(group[0].source))
        shown += f'<article class="text"><h3 dir="auto">{source}</h3>{reference(group[0], lang)}\n'
        if n == 1 and (first := stepped(group)):
            shown += f'<p class="note">{prose(say(lang, "translation.stepped", model=first.model))}</p>\n'
            shown += stepping(map_of(first), lang, name="steps", gold=gold_of(first))
        for k, one in enumerate(group, start=1):
            opened = " open" if n == 1 else ""
            shown += f"<details{opened}><summary>{said(one, lang)}</summary>{draw(matrix_name(n, k))}</details>\n"
        shown += "</article>\n"
    return shown


def reference(one: AlignedSentence, lang: str) -> str:
    """The reference, where one is known."""
    if not one.reference.strip():
        return ""
    title = esc(say(lang, "translation.reference"))
    return f'<p class="note">{title} · <bdi>{esc(one.reference)}</bdi></p>'


def said(one: AlignedSentence, lang: str) -> str:
    """The model and its translation; whether that is the reference by sign, word and colour."""
    name = f"<code><bdi>{esc(one.model)}</bdi></code>"
    words = f"<bdi>{esc(translation_of(one))}</bdi>"
    match is_reference(one):
        case None:
            return f"{name} {words}"
        case True:
            kind, sign, verdict = "good", "✓", say(lang, "translation.same")
        case False:
            kind, sign, verdict = "bad", "✗", say(lang, "translation.other")
    return f'{name} {words} <span class="{kind}">{sign} {esc(verdict)}</span>'
