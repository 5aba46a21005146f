"""The page of an audit: one file that needs no network."""

from pathlib import Path

from regard.findings.audit import Audit
from regard.views.facts.audit import faithful_sheet, known_sheet, needed_sheet, stable_sheet
from regard.views.figures.audit import curves
from regard.views.report.audit_prose import adversary, faithful, known, lines, needs, refused, standing, unlearned
from regard.views.report.markup import document, esc, facts, figure, prose, table
from regard.views.saving import saved
from regard.views.wording.numbers import count, duration, number, percent
from regard.views.wording.words import checked, clean, say


def write_audit(audit: Audit, path: Path, lang: str) -> Path:
    """Write the page, whole or not at all."""
    return saved(path, audit_page(audit, lang))


def audit_page(audit: Audit, lang: str) -> str:
    """The whole audit as one page."""
    checked(lang)
    parts = {
        "faithful": (say(lang, "audit.page.faithful"), _faithful(audit, lang)),
        "needed": (say(lang, "audit.page.needed"), _needed(audit, lang)),
        "known": (say(lang, "audit.page.known"), _known(audit, lang)),
        "stable": (say(lang, "audit.page.stable"), _stable(audit, lang)),
        "evidence": (say(lang, "audit.page.evidence"), _listed(standing(audit, lang))),
        "run": (say(lang, "audit.page.run"), _measured(audit, lang)),
    }
    shown = {name: part for name, part in parts.items() if part[1]}
    links = "".join(f'<li><a href="#{name}">{esc(head)}</a></li>' for name, (head, _) in shown.items())
    sections = "\n".join(
        f'<section id="{name}" aria-labelledby="h-{name}"><h2 id="h-{name}">{esc(head)}</h2>\n{body}</section>'
        for name, (head, body) in shown.items()
    )
    title = say(lang, "audit.title", model=audit.model, corpus=audit.corpus)
    brief = "".join(f"<li>{prose(line)}</li>" for line in lines(audit, lang))
    body = (
        f'<a class="skip" href="#faithful">{esc(say(lang, "skip"))}</a>\n<header class="masthead">'
        f'<p class="kind">{esc(say(lang, "audit.kind"))}</p><h1>{esc(title)}</h1>\n'
        f'<p class="lede">{prose(lede(audit, lang))}</p><ul class="brief">{brief}</ul></header>\n'
        f'<nav aria-label="{esc(say(lang, "contents"))}"><ul>{links}</ul></nav>\n<main>\n{sections}\n</main>\n'
        f"<footer>{esc(say(lang, 'page.explanation.foot'))}</footer>"
    )
    return document(lang, title, body, script=True)


def lede(audit: Audit, lang: str) -> str:
    """What was audited, in one sentence."""
    part = say(lang, f"split.{audit.split}") if audit.split in ("train", "validation", "test", "all") else audit.split
    drawn = {"texts": count(lang, "evaluated.texts", audit.texts), "of": number(lang, audit.of)}
    where = f"{clean(audit.corpus)} ({part})"
    return say(lang, "audit.lede", where=where, accuracy=percent(lang, audit.accuracy.value), **drawn)


def _faithful(audit: Audit, lang: str) -> str:
    sheets = [faithful_sheet(audit, way, lang) for way in audit.drops]
    drawn = curves(audit, lang)
    return (
        _listed(faithful(audit, lang))
        + "".join(table(sheet, sortable=True) for sheet in sheets if sheet.rows)
        + (figure(drawn, lang, 1) if drawn else "")
        + f'<p class="note">{esc(say(lang, "audit.subsample"))}</p>'
        + _listed(refused(audit, lang))
    )


def _needed(audit: Audit, lang: str) -> str:
    said = [line for line in (needs(audit, lang), adversary(audit, lang)) if line]
    return (_listed(said) + table(needed_sheet(audit, lang))) if audit.needed else ""


def _known(audit: Audit, lang: str) -> str:
    sheet = known_sheet(audit, lang)
    return f"<p>{prose(known(audit, lang))}</p>\n{table(sheet, sortable=True)}" if sheet.rows else ""


def _stable(audit: Audit, lang: str) -> str:
    sheet = stable_sheet(audit, lang)
    warned = unlearned(audit, lang)
    return (_listed([warned] if warned else []) + table(sheet, sortable=True)) if sheet.rows else ""


def _measured(audit: Audit, lang: str) -> str:
    """How the figures came about, so that they can be made again."""
    answers = {True: say(lang, "audit.yes"), False: say(lang, "audit.no")}
    known = {
        say(lang, "audit.run.folder"): audit.run,
        say(lang, "audit.run.parameters"): number(lang, audit.parameters),
        say(lang, "audit.run.seed"): str(audit.seed),
        say(lang, "audit.run.budget"): number(lang, audit.budget),
        say(lang, "audit.run.draws"): number(lang, audit.draws),
        say(lang, "audit.run.precision"): audit.precision,
        say(lang, "audit.run.seconds"): duration(lang, audit.seconds),
        say(lang, "audit.run.command"): audit.command,
    }
    for way, drop in audit.drops.items():
        name = say(lang, f"audit.way.{way}")
        known[say(lang, "audit.run.drop", way=name)] = number(lang, drop.value, 2)
        known[say(lang, "audit.run.met", way=name)] = answers[audit.met.get(way, False)]
    return facts(known)


def _listed(sentences: list[str]) -> str:
    return f"<ul>{''.join(f'<li>{prose(one)}</li>' for one in sentences)}</ul>" if sentences else ""
