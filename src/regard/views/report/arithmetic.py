"""Attention by hand: one matrix after the other, with its formula, a sentence, and its first number worked out."""

import math
import re

from regard.findings.self_attention import Matrix
from regard.views.report.markup import esc
from regard.views.wording.numbers import count, number, percent
from regard.views.wording.words import say

PRODUCT = re.compile(r"[A-Z_]+ = ([A-Z_]+) ([A-Z_]+)(ᵀ?)( / √D)?")
SOFTMAX = re.compile(r"[A-Z_]+ = softmax\(([A-Z_]+)\)")
POWER = re.compile(r"e\^\(([^)]*)\)")
MEANT = ("X", "W_Q", "W_K", "W_V", "Q", "K", "V", "S", "A", "Z")
"""Matrices of which it is said what they are."""
EXACT = 1e-6
"""How far a number may be from one with two decimals and still be it."""


def arithmetic(matrices: list[Matrix], lang: str) -> str:
    """All steps in reading order."""
    if not matrices:
        return ""
    known = {one.name: one for one in matrices}
    steps = "\n".join(f"<li>{step(one, known, lang)}</li>" for one in matrices)
    lead = say(lang, "arithmetic.lead", words=count(lang, "words", len(matrices[0].rows)))
    return f'<p class="lead">{esc(lead)}</p>\n<ol class="hand">{steps}</ol>'


def step(one: Matrix, known: dict[str, Matrix], lang: str) -> str:
    """One matrix: how it comes about, what it is, and its numbers."""
    formula = one.formula or f"{one.name} ({say(lang, 'arithmetic.given')})"
    said = " ".join(line for line in (meaning(one.name, lang), worked(one, known, lang), looks(one, lang)) if line)
    return f'<p class="formula">{lettered(formula)}</p><p class="note">{raised(said)}</p>{numbers(one, lang)}'


def meaning(name: str, lang: str) -> str:
    """What the matrix of that name is."""
    return say(lang, f"arithmetic.{name if name in MEANT else 'other'}")


def worked(one: Matrix, known: dict[str, Matrix], lang: str) -> str:
    """The first number of a product of two matrices, or of a softmax, term by term."""
    if weighed := SOFTMAX.fullmatch(one.formula):
        return shared(one, known.get(weighed[1]), lang)
    found = PRODUCT.fullmatch(one.formula)
    if not found or not {found[1], found[2]} <= set(known) or not one.values:
        return ""
    left, right = known[found[1]], known[found[2]]
    row = left.values[0]
    column = right.values[0] if found[3] else [line[0] for line in right.values]
    terms = [f"{factor(a, left, lang)} × {factor(b, right, lang)}" for a, b in zip(row, column, strict=True)]
    total = " + ".join(terms)
    total = f"({total}) / √{len(row)}" if found[4] else total
    near = sum(round(a, digits(left)) * round(b, digits(right)) for a, b in zip(row, column, strict=True))
    near /= len(row) ** 0.5 if found[4] else 1.0
    return equated(total, near, one, lang)


def shared(one: Matrix, scores: Matrix | None, lang: str) -> str:
    """The first weight: e to the power of its score, as a share of all such powers of its row."""
    if scores is None or not one.values or not one.values[0]:
        return ""
    row = scores.values[0]
    powers = [f"e^({number(lang, score, digits(scores))})" for score in row]
    raw = [math.exp(round(score, digits(scores))) for score in row]
    return equated(f"{powers[0]} / ({' + '.join(powers)})", raw[0] / sum(raw), one, lang)


def equated(total: str, near: float, one: Matrix, lang: str) -> str:
    """A sum and the matrix's first number; equal where the numbers as written give it."""
    value = number(lang, one.values[0][0], digits(one))
    equals = "=" if number(lang, near, digits(one)) == value else "≈"
    return say(lang, "arithmetic.worked", sum=f"{total} {equals} {value}")


def raised(text: str) -> str:
    """Text as HTML, powers of e set high."""
    return POWER.sub(r"e<sup>\1</sup>", esc(text))


def factor(value: float, of: Matrix, lang: str) -> str:
    """One number of a sum, in brackets where it is negative."""
    text = number(lang, value, digits(of))
    return f"({text})" if text.startswith("−") else text


def looks(one: Matrix, lang: str) -> str:
    """For the weights: at whom each word looks most."""
    if one.name != "A":
        return ""
    most = [max(range(len(row)), key=lambda j: row[j]) for row in one.values]
    return " ".join(
        say(lang, "arithmetic.looks", word=word, other=one.columns[j], weight=percent(lang, row[j]))
        for word, row, j in zip(one.rows, one.values, most, strict=True)
    )


def digits(one: Matrix) -> int:
    """Decimals to write: three for small numbers that two would not tell apart, else two."""
    values = [abs(v) for row in one.values for v in row]
    small = max(values, default=0.0) < 1
    return 3 if small and any(abs(v - round(v, 2)) > EXACT for v in values) else 2


def lettered(formula: str) -> str:
    """A formula as HTML, what follows a low line set low."""
    return re.sub(r"_([A-Z])", r"<sub>\1</sub>", esc(formula))


def numbers(one: Matrix, lang: str) -> str:
    """The matrix as a table with named rows and columns."""
    size = say(lang, "arithmetic.size", rows=str(len(one.rows)), columns=str(len(one.columns)))
    heads = "".join(f'<th scope="col" class="n" dir="auto">{esc(name)}</th>' for name in one.columns)
    body = "".join(
        f'<tr><th scope="row" dir="auto">{esc(name)}</th>'
        + "".join(f'<td class="n">{number(lang, value, digits(one))}</td>' for value in row)
        + "</tr>"
        for name, row in zip(one.rows, one.values, strict=True)
    )
    return (
        f'<table class="matrix"><caption>{lettered(one.name)} · {size}</caption>'
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{body}</tbody></table>"
    )
