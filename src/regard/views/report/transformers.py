"""The parts of the page that only the last chapter has: objectives, sayings, few labels, preferences, looks, parity."""

from regard.findings.transformers import Answer, Look, Preferred, Saying, Tokens, TransformersFindings
from regard.results import LabResult
from regard.views.facts import transformers_sheets as sheets
from regard.views.facts.transformers import by_text, look_name, objective_name
from regard.views.figures.looks import look_file, looks_name
from regard.views.report import transformers_prose as told
from regard.views.report.findings import Draw, listed
from regard.views.report.markup import esc, prose, table
from regard.views.wording.numbers import number, percent, signed
from regard.views.wording.words import say, shorten

LONG = 40
"""Letters of an answer that stand in a line to unfold."""


def transformer_parts(result: LabResult, lang: str, draw: Draw) -> dict[str, tuple[str, str]]:
    """The parts of the page, by name, each with its head; empty where there is nothing to show."""
    found = result.transformers
    if found is None:
        return {}
    return {
        "tokens": (say(lang, "page.tokens"), tokens(found.tokens, lang)),
        "said": (say(lang, "page.said"), said(found, lang)),
        "few": (say(lang, "page.few"), few(found, lang, draw)),
        "preferences": (say(lang, "page.preferences"), preferences(found.preferred, lang)),
        "looks": (say(lang, "page.looks"), looks(found, lang, draw)),
        "parity": (say(lang, "page.parity"), parity(found, lang)),
    }


def objectives(result: LabResult, lang: str, draw: Draw) -> str:
    """What follows the table: which of its numbers compare, and the figure that keeps them apart."""
    if result.transformers is None:
        return ""
    return f'<p class="note">{prose(say(lang, "objectives.apart"))}</p>' + draw("objectives")


def tokens(found: Tokens, lang: str) -> str:
    """How texts are cut, and sentences with their pieces apart."""
    how = {"size": number(lang, found.size), "per_word": number(lang, found.per_word, 2)}
    known = found.kind if found.kind in ("words", "characters") else "pieces"
    lines = "".join(
        '<p class="words" dir="auto">'
        + " ".join(f"<span>{'<b>·</b>'.join(map(esc, word))}</span>" for word in one.words)
        + "</p>"
        for one in found.cuts
    )
    return f'<p class="lead">{esc(say(lang, f"tokens.{known}", **how))}</p><article class="text">{lines}</article>'


def said(found: TransformersFindings, lang: str) -> str:
    """Each model, what it was given and what it said."""
    if not found.sayings:
        return ""
    lines = "".join(saying(one, lang) for one in found.sayings)
    return f'<p class="lead">{esc(say(lang, "said.lead"))}</p><article class="text">{lines}</article>'


def saying(one: Saying, lang: str) -> str:
    """One model's words; of a blank also the next best, of a noisy text also what it was."""
    who = f"<b><bdi>{esc(one.model)}</bdi></b> <span>{esc(objective_name(one.asked, lang))}</span>"
    given = f'<p class="top">{esc(say(lang, "said.given", text=one.prompt))}</p>'
    whole = one.said if one.asked != "next" else f"{one.prompt} {one.said}"
    words = f'<p class="words" dir="auto">{esc(whole) or esc(say(lang, "said.nothing"))}</p>'
    best = " ".join(
        f"<span><bdi>{esc(each.word)}</bdi> {percent(lang, each.probability)}</span>" for each in one.choices
    )
    more = f'<p class="top" dir="auto">{best}</p>' if best else ""
    more += f'<p class="top" dir="auto">{esc(say(lang, "said.was", text=one.reference))}</p>' if one.reference else ""
    name = f'<p class="who"><span class="verdict">{who}</span></p>'
    return f'<div class="reading">{name}<div>{given}{words}{more}</div></div>\n'


def few(found: TransformersFindings, lang: str, draw: Draw) -> str:
    """What having read the texts is worth."""
    return listed(told.few(found, lang)) + draw("few") if found.labels else ""


def preferences(one: Preferred | None, lang: str) -> str:
    """The measures before and after, and two answers."""
    if one is None:
        return ""
    lead = f'<p class="lead">{prose(say(lang, "preferences.lead", model=one.model))}</p>'
    shown = lead + listed(told.preferences(one, lang)) + table(sheets.preferences(one, lang))
    if not one.answers:
        return shown
    both = "".join(answer(each, lang) for each in one.answers)
    return f'{shown}<p class="note">{esc(say(lang, "preferences.drawn"))}</p>{both}'


def answer(one: Answer, lang: str) -> str:
    """A prompt with its two answers, and what they are worth."""
    lines = ""
    for name, words, worth in (
        ("preferences.before", one.before, one.worth_before),
        ("preferences.after", one.after, one.worth_after),
    ):
        value = (
            ""
            if worth is None
            else f"<span>{esc(say(lang, 'preferences.worth', n=signed(lang, worth, 0) if worth else '0'))}</span>"
        )
        who = f'<p class="who"><span class="verdict"><b>{esc(say(lang, name))}</b> {value}</span></p>'
        written = esc(words) or esc(say(lang, "said.nothing"))
        lines += f'<div class="reading">{who}<p class="words" dir="auto">{written}</p></div>\n'
    return f'<article class="text"><p class="words given" dir="auto">{esc(one.prompt)}</p>{lines}</article>\n'


def looks(found: TransformersFindings, lang: str, draw: Draw) -> str:
    """Each sentence: all designs side by side, then every head of each, folded."""
    shown = ""
    for n, (text, group) in enumerate(by_text(found).items(), start=1):
        shown += f'<h3 dir="auto">{esc(text)}</h3>{draw(looks_name(n))}\n'
        for k, one in enumerate(group, start=1):
            name = f"<summary>{esc(look_name(one, lang))} · {esc(heard(one, lang))}</summary>"
            shown += f"<details>{name}{draw(look_file(n, k))}</details>\n"
    return f'<p class="lead">{esc(say(lang, "looks.lead"))}</p>{shown}' if shown else ""


def heard(one: Look, lang: str) -> str:
    """What the model makes of the sentence."""
    said = {
        "said": shorten(one.answer, LONG) or say(lang, "said.nothing"),
        "probability": percent(lang, one.probability),
    }
    return say(lang, "look.next", **said) if one.design == "decoder" else say(lang, "look.says", **said)


def parity(found: TransformersFindings, lang: str) -> str:
    """The table of differences, or the line that says what to install."""
    line = listed([told.parity(found, lang)])
    return line + table(sheets.parity(found, lang)) if found.parity else line
