"""The parts of the pages: what was run, the tables, a paragraph per model, texts with coloured words."""

from regard.explain.explanation import Explanation, Map
from regard.results import LabResult
from regard.views.facts import sheets
from regard.views.facts.known import model_is
from regard.views.facts.lab import baseline_name
from regard.views.facts.looking import whose
from regard.views.facts.weights import is_equal, on_text, weights_sheet
from regard.views.report.explaining import signed_block
from regard.views.report.markup import esc, facts, prose, table
from regard.views.report.prose import paragraph
from regard.views.report.texts import heaviest, legend, marked, text_block
from regard.views.wording.words import say

TOP = 10


def run(result: LabResult, lang: str) -> str:
    """What to type to get the page again, the sizes, the versions, and facts about the data."""
    known = {say(lang, "corpus"): result.corpus, say(lang, "classes"): ", ".join(result.classes)}
    known |= {row[0].text: row[1].text for row in sheets.sizes(result, lang).rows}
    if result.translation is not None:
        known[say(lang, "languages")] = " → ".join(result.translation.languages)
        known[say(lang, "signature")] = result.translation.signature
    known[say(lang, "versions")] = ", ".join(f"{name} {version}" for name, version in result.versions.items())
    notes = "".join(f"<li>{esc(note)}</li>" for note in result.notes)
    return (
        f'<p class="note">{esc(say(lang, "again"))}</p><pre tabindex="0"><code>{esc(result.command)}</code></pre>\n'
        f"{facts(known)}"
        + (f'<p class="note">{esc(say(lang, "notes"))}</p><ul class="notes" lang="en">{notes}</ul>' if notes else "")
    )


def ladder(result: LabResult, lang: str) -> str:
    """The table of all models."""
    signs = say(lang, "ladder.signs", baseline=baseline_name(result)) if result.comparisons else ""
    notes = "".join(f'<p class="note">{prose(note)}</p>' for note in (signs, whose(result, lang)) if note)
    return table(sheets.ladder(result, lang), sortable=True) + notes


def models(result: LabResult, lang: str) -> str:
    """What each model is, where that is known, and one paragraph on its numbers."""
    if not result.rows:
        return ""
    known = {row.model: model_is(result, row, lang) for row in result.rows}
    lead = [say(lang, "page.models.lead"), *([say(lang, "page.models.what")] if any(known.values()) else [])]
    told = "".join(
        f"<div><h3><span>{esc(row.row)}</span><bdi>{esc(row.model)}</bdi></h3>"
        + (f'<p class="what">{prose(known[row.model])}</p>' if known[row.model] else "")
        + f"<p>{prose(paragraph(result, row, lang))}</p></div>\n"
        for row in result.rows
    )
    return f'<p class="lead">{esc(" ".join(lead))}</p>\n<div class="models">{told}</div>'


def texts(result: LabResult, lang: str) -> str:
    """The same texts through all models."""
    if not result.texts:
        return ""
    shown = "\n".join(text_block(one, n, lang) for n, one in enumerate(result.texts, start=1))
    lead = f'<p class="lead">{esc(say(lang, "page.texts.lead"))} {esc(say(lang, "caution.weights"))}</p>'
    looks = f'<p class="lead">{prose(told)}</p>' if (told := whose(result, lang)) else ""
    return f"{lead}{looks}\n{shown}"


def words_block(explanation: Explanation, one: Map, lang: str) -> str:
    """One row of weights: the text with coloured words, those with most weight, and every weight to unfold."""
    if explanation.signed:
        return signed_block(explanation, one, lang)
    weights = one.weights[0]
    found, rest = on_text(explanation, one)
    scale = legend(len(found), False, lang)
    heavy = heaviest(one.columns, weights, lang, TOP)
    top = f'<p class="meta">{esc(say(lang, "top-words"))}</p><p class="top" dir="auto">{heavy}</p>'
    if is_equal(weights):
        scale, top = "", f'<p class="meta">{esc(say(lang, "equal"))}</p>'
    every = f"<details><summary>{esc(say(lang, 'page.weights'))}</summary>{table(weights_sheet(one, lang))}</details>"
    words = f'<p class="words" dir="auto">{marked(found, rest, weights, [], lang)}</p>'
    return f'<article class="text"><h2>{esc(one.name)}</h2>{words}{scale}{top}{every}</article>\n'
