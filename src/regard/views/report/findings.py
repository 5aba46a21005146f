"""The parts of the page that only the chapter on self-attention has: steps, depth, positions, heads, sentences."""

from collections.abc import Callable

from regard.findings.self_attention import SelfAttentionFindings
from regard.results import LabResult
from regard.views.facts import findings_sheets as sheets
from regard.views.report import findings_prose as told
from regard.views.report.arithmetic import arithmetic
from regard.views.report.markup import esc, prose, table
from regard.views.wording.numbers import percent
from regard.views.wording.words import say

Draw = Callable[[str], str]
"""A figure by its name, as the page shows it; nothing where it was not drawn."""


def steps(result: LabResult, lang: str) -> str:
    """Each model against the one before it: a sentence each, and a table."""
    if not result.steps:
        return ""
    return listed([told.step(one, lang) for one in result.steps]) + table(sheets.steps(result, lang))


def found_parts(result: LabResult, lang: str, draw: Draw) -> dict[str, tuple[str, str]]:
    """The parts of the page, by name, each with its head; empty where there is nothing to show."""
    found = result.self_attention
    if found is None:
        return {}
    return {
        "depth": (say(lang, "page.depth"), depth(found, lang, draw)),
        "positions": (say(lang, "page.positions"), positions(result, found, lang, draw)),
        "heads": (say(lang, "page.heads"), heads(found, lang, draw)),
        "sentences": (say(lang, "page.sentences"), sentences(found, lang, draw)),
        "arithmetic": (say(lang, "page.arithmetic"), arithmetic(found.arithmetic, lang)),
    }


def depth(found: SelfAttentionFindings, lang: str, draw: Draw) -> str:
    """What another layer does."""
    if not found.depths:
        return ""
    return listed(told.depths(found, lang)) + draw("depth") + draw("gradients")


def positions(result: LabResult, found: SelfAttentionFindings, lang: str, draw: Draw) -> str:
    """The kinds of position side by side, and what they make of two sentences with the same words."""
    shown = ""
    if found.positions:
        shown += listed(told.positions(result, found, lang)) + table(sheets.positions(found, lang)) + draw("positions")
    if found.swaps:
        shown += listed([told.swaps(found, lang)]) + table(sheets.swaps(found, lang))
    return shown


def heads(found: SelfAttentionFindings, lang: str, draw: Draw) -> str:
    """What each head does."""
    return listed(told.heads(found, lang)) + draw("heads") if found.heads else ""


def sentences(found: SelfAttentionFindings, lang: str, draw: Draw) -> str:
    """Each sentence: as given, what the model answered, the words it does not know, and all its heads."""
    shown = ""
    for n, one in enumerate(found.sentences, start=1):
        answer = say(lang, "answer", label=one.label, probability=percent(lang, one.probability))
        strange = say(lang, "sentence.unknown", words=", ".join(one.unknown)) if one.unknown else ""
        shown += (
            f'<h3 dir="auto">{esc(one.text)}</h3><p class="note">{prose(f"`{found.model}`")} · {esc(answer)}. '
            f"{esc(strange)}</p>{draw(f'sentence-{n}')}\n"
        )
    return shown


def listed(lines: list[str]) -> str:
    """Sentences one below the other."""
    return f'<ul class="notes">{"".join(f"<li>{prose(line)}</li>" for line in lines)}</ul>\n' if lines else ""
