"""Scores with a sign in a terminal."""

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from regard.explain.explanation import Explanation, Map
from regard.views.facts.weights import on_text, score_of, strongest
from regard.views.figures.colours import LEVELS, TERMINAL, TERMINAL_FOR, farthest, ink_on, signed_level
from regard.views.wording.words import clean, say, shorten

BAR = 16


def signed_line(told: Explanation, one: Map, lang: str, top: int, *, colour: bool) -> RenderableType:
    """One row of scores: on the text itself where there is colour, and as a list in any case."""
    scores = one.weights[0]
    most = farthest(scores)
    listed = bars(strongest(one.columns, scores, top), most, lang)
    if not colour:
        return listed
    found, rest = on_text(told, one)
    shown = Text()
    for piece, score in zip(found, scores, strict=True):
        shown.append(clean(piece.before))
        shown.append(clean(piece.word), style(score, most))
    return Group(shown.append(clean(rest)), Text(), scale(told, most, lang), Text(), listed)


def style(score: float, most: float) -> Style:
    """How a word with that score looks: blue for, amber and in italics against."""
    strength = signed_level(score, most)
    if not strength:
        return Style()
    fill = (TERMINAL_FOR if score > 0 else TERMINAL)[strength - 1]
    return Style(color=ink_on(fill), bgcolor=fill, italic=score < 0, underline=strength > LEVELS // 2)


def scale(told: Explanation, most: float, lang: str) -> Text:
    """What the colours mean."""
    shown = Text()
    for name, sign in (("legend.for", 1), ("legend.against", -1)):
        shown.append(f"{say(lang, name, target=shorten(told.target))} ", "dim")
        for strength in (2, 4, LEVELS):
            score = sign * most * strength / LEVELS
            shown.append(f" {score_of(lang, score)} ", style(score, most)).append(" ")
        shown.append(" ")
    return shown


def bars(top: list[tuple[str, float]], most: float, lang: str) -> Table:
    """The words that count most, each with a bar to the right, for, or to the left, against, and its score."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    for word, score in top:
        long = round(BAR * abs(score) / most) if most else 0
        left, right = ("▒" * long, "") if score < 0 else ("", "█" * long)
        table.add_row(Text(shorten(word)), Text(left), Text(right), Text(score_of(lang, score)))
    return table
