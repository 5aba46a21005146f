"""The pages: a lab's report and an explanation, each one file that needs no network."""

import json
import math
from collections.abc import Container
from dataclasses import replace
from pathlib import Path
from typing import Any

from regard.errors import Mistake
from regard.explain.explanation import Explanation
from regard.results import LabResult
from regard.views.facts.faithful import caution_of
from regard.views.facts.measures import measure_of
from regard.views.facts.weights import answer_of, explained_target, is_line
from regard.views.figures.explained import explained
from regard.views.figures.lab import OURS, pictures
from regard.views.figures.picture import Picture, save
from regard.views.report.explaining import faithful_block
from regard.views.report.findings import found_parts, steps
from regard.views.report.markup import document, esc, facts, figure, prose
from regard.views.report.sections import ladder, models, run, texts, words_block
from regard.views.report.summary import brief, lede
from regard.views.report.transformers import objectives, transformer_parts
from regard.views.report.translation import translated_parts
from regard.views.saving import saved
from regard.views.wording.words import checked, say

FIGURES = "figures"


def write_report(result: LabResult, folder: Path, lang: str) -> Path:
    """Write `report.html`, `results.json` and the figures as SVG; the page comes last, when all else is there."""
    checked(lang)
    try:
        (folder / FIGURES).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = (error.strerror or "it failed").lower()
        raise Mistake(f"the folder {folder} cannot be made ({why}); choose another with --out.") from error
    page = folder / "report.html"
    drawn = pictures(result, lang)
    for picture in drawn.values():
        save(picture, folder / FIGURES / f"{picture.name}.svg")
    found = without_nan(replace(result, report=str(page)).as_json())
    saved(folder / "results.json", json.dumps(found, ensure_ascii=False, allow_nan=False, indent=1) + "\n")
    saved(page, report_page(result, lang, drawn))
    clear(folder / FIGURES, drawn)
    return page


def clear(figures: Path, kept: Container[str]) -> None:
    """Remove the figures of an earlier report that this one does not have; files that are not ours stay."""
    for file in figures.glob("*.svg"):
        if OURS.fullmatch(file.stem) and file.stem not in kept:
            file.unlink()


def without_nan(value: Any) -> Any:
    """The value with nothing in place of what is no number: JSON has no word for it."""
    if isinstance(value, dict):
        return {key: without_nan(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [without_nan(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def report_page(result: LabResult, lang: str, drawn: dict[str, Picture]) -> str:
    """The whole report as one page."""
    numbers = {name: n for n, name in enumerate(drawn, start=1)}

    def draw(name: str) -> str:
        return figure(drawn[name], lang, numbers[name], f"{FIGURES}/{name}.svg") if name in drawn else ""

    parts = {
        "run": (say(lang, "page.run"), run(result, lang)),
        "results": (
            say(lang, "page.results"),
            ladder(result, lang) + draw("accuracy") + objectives(result, lang, draw),
        ),
        "comparisons": (say(lang, "page.comparisons"), draw("differences")),
        "steps": (say(lang, "page.steps"), steps(result, lang)),
        "models": (say(lang, "page.models"), models(result, lang)),
        "slices": (measure_of(result).say(lang, "page.slices"), draw("slices")),
        **found_parts(result, lang, draw),
        **translated_parts(result, lang, draw),
        **transformer_parts(result, lang, draw),
        "attention": (say(lang, "page.attention"), draw("rationale") + draw("entropy")),
        "sweep": (say(lang, "page.sweep"), draw("sweep")),
        "texts": (say(lang, "page.texts"), texts(result, lang)),
        "curves": (say(lang, "page.curves"), draw("loss") + draw("learning")),
    }
    return document(lang, title_of(result, lang), assembled(result, lang, parts), script=True)


def is_single(result: LabResult) -> bool:
    """Whether this is one trained model rather than a lab's ladder of them."""
    return [row.model for row in result.rows] == [result.lab]


def title_of(result: LabResult, lang: str) -> str:
    """What the page is called."""
    if is_single(result):
        return say(lang, "page.title.single", model=result.lab, corpus=result.corpus)
    return say(lang, "page.title", lab=result.lab, corpus=result.corpus)


def assembled(result: LabResult, lang: str, parts: dict[str, tuple[str, str]]) -> str:
    """The page's body: its head, a list of its parts, the parts that have something to say."""
    shown = {name: part for name, part in parts.items() if part[1]}
    links = "".join(f'<li><a href="#{name}">{esc(head)}</a></li>' for name, (head, _) in shown.items())
    sections = "\n".join(
        f'<section id="{name}" aria-labelledby="h-{name}"><h2 id="h-{name}">{esc(head)}</h2>\n{body}</section>'
        for name, (head, body) in shown.items()
    )
    lines = "".join(f"<li>{prose(line)}</li>" for line in brief(result, lang))
    kind = say(lang, "page.kind.single") if is_single(result) else say(lang, "page.kind")
    return (
        f'<a class="skip" href="#results">{esc(say(lang, "skip"))}</a>\n<header class="masthead">'
        f'<p class="kind">{esc(kind)}</p><h1>{esc(title_of(result, lang))}</h1>\n'
        f'<p class="lede">{prose(lede(result, lang))}</p><ul class="brief">{lines}</ul></header>\n'
        f'<nav aria-label="{esc(say(lang, "contents"))}"><ul>{links}</ul></nav>\n<main>\n{sections}\n</main>\n'
        f"<footer>{esc(say(lang, 'page.foot'))}</footer>"
    )


def explanation_page(explanation: Explanation, lang: str) -> str:
    """The explanation as one file, to open from disk."""
    checked(lang)
    title = say(lang, "explanation.title")
    answer = answer_of(explanation, lang)
    known = {say(lang, "method"): explanation.method, say(lang, "target"): explained_target(explanation, lang)}
    lines = [one for one in explanation.maps if is_line(one)]
    grids = [one for one in explanation.maps if not is_line(one)]
    blocks = "".join(words_block(explanation, one, lang) for one in lines)
    if grids:
        blocks += figure(explained(replace(explanation, maps=grids), lang), lang, 1)
    blocks += faithful_block(explanation, lang)
    last = caution_of(explanation, lang)
    body = (
        f'<header class="masthead"><p class="kind">regard</p><h1>{esc(title)}</h1>\n<p class="lede">{esc(answer)}</p>'
        f'</header>\n<main>\n{facts(known)}\n{blocks}<p class="note">{esc(last)}</p>\n</main>\n'
        f"<footer>{esc(say(lang, 'page.explanation.foot'))}</footer>"
    )
    return document(lang, title, body)
