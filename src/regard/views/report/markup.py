"""HTML from values: everything that comes from outside is escaped here."""

import base64
import hashlib
import re
from html import escape
from pathlib import Path

from regard.views.facts.cells import Cell, Sheet
from regard.views.figures.canvas import WIDTH
from regard.views.figures.colours import (
    BLUE,
    DARK,
    DARK_FOR,
    INK,
    LIGHT,
    LIGHT_FOR,
    MUTED,
    ORANGE,
    PAPER,
    RULE,
    Ramp,
    ink_on,
)
from regard.views.figures.picture import Picture
from regard.views.wording.words import clean, say

STATIC = Path(__file__).with_name("static")
SWAPPED = {INK: "ink", MUTED: "muted", RULE: "rule", PAPER: "surface", BLUE: "blue", ORANGE: "orange"}
"""What figures are drawn in, and the page's own colour for it."""


def esc(text: str) -> str:
    """Text that HTML shows as it is."""
    return escape(clean(text))


def prose(text: str) -> str:
    """Text in which names between backticks are set as code, and intervals stay on one line."""
    text = re.sub(r"(\d–)(\d)", r"\1&NoBreak;\2", esc(text))
    return re.sub(r"`([^`]+)`", r"<code><bdi>\1</bdi></code>", text)


def document(lang: str, title: str, body: str, script: bool = False, *, code: str = "", style: str = "") -> str:
    """A whole page that asks nothing of any network; its policy allows what it carries and no more.

    `script` lets tables be sorted; `code` and `style` are what else a page brings with it.
    """
    style, code = style_sheet() + style, read("sort.js") if script else code
    policy = ["default-src 'none'", f"style-src '{digest(style)}'", "base-uri 'none'", "form-action 'none'"]
    policy += [f"script-src '{digest(code)}'"] if code else []
    policy += ["img-src data:"] if "data:image/" in body else []
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{"; ".join(policy)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{esc(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}\n"
        f"{f'<script>{code}</script>' if code else ''}\n</body>\n</html>\n"
    )


def digest(content: str) -> str:
    """How a policy names a piece of the page."""
    return "sha256-" + base64.b64encode(hashlib.sha256(content.encode("utf-8")).digest()).decode("ascii")


def read(name: str) -> str:
    """A file that comes with the package."""
    return (STATIC / name).read_text(encoding="utf-8")


def style_sheet() -> str:
    """The page's style with the scale of weights and the figures' colours."""
    swaps = "".join(
        f'[{place}="{colour}"]{{{place}:var(--{name})}}\n'
        for colour, name in SWAPPED.items()
        for place in ("fill", "stroke")
    )
    marks = "".join(
        f"mark.w{i}{{background:var(--w{i});color:var(--i{i});text-decoration-thickness:{0.6 * i:.1f}px}}\n"
        for i in range(1, len(LIGHT) + 1)
    )
    dark = f"@media screen and (prefers-color-scheme: dark) {{\n{ramp(DARK)}}}\n"
    return read("page.css") + read("steps.css") + ramp(LIGHT) + dark + marks + signed_marks() + swaps


def signed_marks() -> str:
    """Words that speak for an answer, blue on a full line, where those against it are amber on a dotted one."""
    light, dark = ramp(LIGHT_FOR, "f", "j"), ramp(DARK_FOR, "f", "j")
    marks = "".join(
        f"mark.f{i}{{background:var(--f{i});color:var(--j{i});text-decoration-thickness:{0.6 * i:.1f}px;"
        "text-decoration-color:var(--blue)}\n"
        for i in range(1, len(LIGHT_FOR) + 1)
    )
    against = "mark.against{text-decoration-style:dotted}\n"
    return f"{light}@media screen and (prefers-color-scheme: dark) {{\n{dark}}}\n{marks}{against}"


def ramp(colours: Ramp, fill_name: str = "w", ink_name: str = "i") -> str:
    """The scale's colours, and the letters on them, as variables."""
    pairs = (f"--{fill_name}{i}:{fill};--{ink_name}{i}:{ink_on(fill)}" for i, fill in enumerate(colours, start=1))
    return ":root{" + ";".join(pairs) + "}\n"


def table(sheet: Sheet, *, sortable: bool = False) -> str:
    """The sheet as a table with caption and named rows and columns, in a box that scrolls by itself."""
    numeric = [sheet.numeric(i) for i in range(len(sheet.columns))]
    heads = "".join(
        f'<th scope="col"{right(flush)} dir="auto">{esc(name)}</th>'
        for name, flush in zip(sheet.columns, numeric, strict=True)
    )
    body = "".join(f"<tr>{cells(row, numeric, sheet.heads, sortable)}</tr>\n" for row in sheet.rows)
    kind = ' class="sortable"' if sortable else ""
    caption = f"<caption><span>{esc(sheet.caption)}</span></caption>"
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{esc(sheet.caption)}"><table{kind}>{caption}\n'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}</tbody></table></div>"
    )


def cells(row: list[Cell], numeric: list[bool], heads: int, sortable: bool) -> str:
    """The cells of one row; with the plain values behind them where rows can be sorted."""
    found = ""
    for i, cell in enumerate(row):
        tag, scope = ("th", ' scope="row"') if i == heads - 1 else ("td", "")
        value = f' data-v="{"" if cell.value is None else esc(str(cell.value))}"' if sortable else ""
        direction = ' dir="auto"' if isinstance(cell.value, str) else ""
        kind = ' class="lines"' if "\n" in cell.text else right(numeric[i])
        found += f"<{tag}{scope}{kind}{value}{direction}>{esc(cell.text)}</{tag}>"
    return found


def facts(known: dict[str, str]) -> str:
    """Names and what they stand for, side by side; what is empty is left out."""
    listed = "".join(f'<div><dt>{esc(k)}</dt><dd dir="auto">{esc(v)}</dd></div>' for k, v in known.items() if v)
    return f'<dl class="facts">{listed}</dl>'


def right(numeric: bool) -> str:
    """The class of cells set flush right."""
    return ' class="n"' if numeric else ""


def figure(picture: Picture, lang: str, n: int, link: str = "") -> str:
    """The picture with its caption, what it does not show, and the data behind it."""
    broad = ' class="broad"' if float(picture.figure.get_size_inches()[0]) > WIDTH else ""
    file = f'<a href="{esc(link)}">{say(lang, "as-svg")}</a>' if link else ""
    behind = f"<details><summary>{esc(say(lang, 'data-behind'))}</summary>{table(picture.sheet)}</details>"
    return (
        f'<figure id="figure-{picture.name}"{broad}><div class="drawing" role="region" tabindex="0" '
        f'aria-label="{esc(picture.title)}">{picture.svg.strip()}</div>\n'
        f"<figcaption><p><b>{esc(say(lang, 'figure', n=str(n)))} {esc(picture.title)}</b></p>"
        f'<p>{prose(picture.caption)}</p><p class="not">{prose(picture.warning)}</p></figcaption>\n'
        f'<div class="under">{behind}{file}</div></figure>'
    )
