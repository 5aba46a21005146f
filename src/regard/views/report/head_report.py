"""The page of an audit of heads: one file that needs no network."""

from pathlib import Path

from regard.findings.heads import HeadReport
from regard.views.facts.head_report import head_lines, heads_sheet, lede, rates_sheet
from regard.views.figures.head_worth import head_worth
from regard.views.report.markup import document, esc, figure, prose, table
from regard.views.saving import saved
from regard.views.wording.words import checked, say


def write_heads(report: HeadReport, path: Path, lang: str) -> Path:
    """Write the page, whole or not at all."""
    return saved(path, heads_page(report, lang))


def heads_page(report: HeadReport, lang: str) -> str:
    """The whole audit of heads as one page."""
    checked(lang)
    title = say(lang, "head-report.title", model=report.model, corpus=report.corpus)
    brief = "".join(f"<li>{prose(line)}</li>" for line in head_lines(report, lang))
    drawn = head_worth(report, lang)
    parts = table(heads_sheet(report, lang), sortable=True) + (figure(drawn, lang, 1) if drawn else "")
    if report.alignment is not None:
        parts += f"<section>{table(rates_sheet(report.alignment, lang), sortable=True)}</section>"
    command = f"<pre><code>{esc(report.command)}</code></pre>" if report.command else ""
    body = (
        f'<header class="masthead"><p class="kind">{esc(say(lang, "head-report.kind"))}</p><h1>{esc(title)}</h1>\n'
        f'<p class="lede">{prose(lede(report, lang))}</p><ul class="brief">{brief}</ul></header>\n'
        f"<main>\n{parts}\n{command}</main>\n<footer>{esc(say(lang, 'page.explanation.foot'))}</footer>"
    )
    return document(lang, title, body, script=True)
