"""An explanation in a terminal: coloured words where there is colour, bars and numbers where there is none."""

from collections.abc import Iterator
from dataclasses import replace

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.style import Style
from rich.table import Table
from rich.text import Text

from regard.explain.explanation import Explanation, Map
from regard.views.facts.faithful import caution_of, faithful_sheet, interpreted
from regard.views.facts.weights import answer_of, explained_target, is_equal, is_line, on_text, score_of, strongest
from regard.views.figures.colours import TERMINAL, ink_on, least, level
from regard.views.maps.facts import grids_of, heaviest_pairs
from regard.views.tables import Fitted
from regard.views.terminal_signed import signed_line
from regard.views.wording.numbers import count, percent, times
from regard.views.wording.words import clean, say, shorten

BAR = 24
TOP = 10
STRONG = 4
LINES = 200
"""Words that look, over all maps, from which a terminal shows only the heaviest pair of each map."""


class Shown:
    """An explanation that a rich console can print."""

    def __init__(self, explanation: Explanation, lang: str, top: int = TOP):
        self.explanation, self.lang, self.top = explanation, lang, top

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The answer, the words, the heaviest ones with numbers, and what the picture is not."""
        told = self.explanation
        yield Text(answer_of(told, self.lang), style="bold")
        if told.target not in ("", told.label):
            yield Text(say(self.lang, "explains", target=clean(explained_target(told, self.lang))))
        many = sum(len(one.rows) for one in grids_of(told)) > LINES
        if many:
            yield from (Text(), self.many())
        for one in [one for one in told.maps if is_line(one) or not many]:
            yield from (Text(), *([Text(clean(one.name), style="bold")] if len(told.maps) > 1 else []))
            yield self.line(one, has_colour(console)) if is_line(one) else self.rows(one)
        yield from faithfulness_lines(told, self.lang)
        yield from (Text(), Text(caution_of(told, self.lang), style="italic"))

    def line(self, one: Map, colour: bool) -> RenderableType:
        """One row of weights: on the text itself where there is colour, and as a list in any case."""
        weights = one.weights[0]
        if self.explanation.signed:
            return signed_line(self.explanation, one, self.lang, self.top, colour=colour)
        if is_equal(weights):
            return Group(Text(clean(self.explanation.text)), Text(), Text(say(self.lang, "equal")))
        listed = bars(strongest(one.columns, weights, self.top), len(weights), self.lang)
        if not colour:
            return listed
        coloured = painted(self.explanation, one)
        return Group(coloured, Text(), scale(len(weights), self.lang), Text(), listed)

    def many(self) -> RenderableType:
        """Maps that a terminal cannot hold: what they are, and the heaviest pair of each."""
        grids, sheet = grids_of(self.explanation), heaviest_pairs(grids_of(self.explanation), self.lang)
        size = str(max(len(one.rows) for one in grids))
        said = say(self.lang, "maps.terminal", maps=count(self.lang, "maps", len(grids)), size=size)
        table = Table(box=None, pad_edge=False)
        for name in sheet.columns:
            table.add_column(Text(name), no_wrap=True)
        for line in sheet.rows:
            table.add_row(*(Text(shorten(cell.text, 40)) for cell in line))
        return Group(Text(said), Text(), table)

    def rows(self, one: Map) -> Table:
        """Several rows of weights: for each word that looks, the three it looks at most."""
        table = Table(box=None, pad_edge=False)
        table.add_column(Text(say(self.lang, "looks")))
        table.add_column(Text(say(self.lang, "looked-at")))
        for name, weights in zip(one.rows, one.weights, strict=True):
            top = strongest(one.columns, weights, 3)
            told = score_of if self.explanation.signed else percent
            seen = ", ".join(f"{clean(word)} {told(self.lang, weight)}" for word, weight in top)
            table.add_row(Text(clean(name)), Text(seen))
        return table


def has_colour(console: Console) -> bool:
    """Whether the console can show our scale: at least 256 colours, and nobody asked for none."""
    return console.is_terminal and not console.no_color and console.color_system in ("256", "truecolor")


def style(strength: int) -> Style:
    """How a word of that strength looks: letters and background both set, so any terminal will do."""
    if not strength:
        return Style()
    fill = TERMINAL[strength - 1]
    return Style(color=ink_on(fill), bgcolor=fill, underline=strength >= STRONG, bold=strength >= STRONG)


def painted(explanation: Explanation, one: Map) -> Text:
    """The text with its words coloured where they stand."""
    found, rest = on_text(explanation, one)
    shown = Text()
    for piece, weight in zip(found, one.weights[0], strict=True):
        shown.append(clean(piece.before))
        shown.append(clean(piece.word), style(level(weight, len(found))))
    return shown.append(clean(rest))


def scale(words: int, lang: str) -> Text:
    """What the colours mean in a text of so many words."""
    shown = Text().append(say(lang, "legend.least"), "dim")
    for strength in range(1, len(TERMINAL) + 1):
        shown.append(" ").append(f" {percent(lang, least(strength, words))} ", style(strength))
    return shown


def bars(top: list[tuple[str, float]], words: int, lang: str) -> Table:
    """The heaviest words, each with a bar, its weight, and how many times the equal share that is."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    most = max((weight for _, weight in top), default=0.0) or 1.0
    for word, weight in top:
        bar = Text("█" * max(round(BAR * weight / most), 0))
        table.add_row(Text(shorten(word)), bar, Text(percent(lang, weight)), Text(times(lang, weight * words)))
    return table


def faithfulness_lines(told: Explanation, lang: str) -> Iterator[RenderableType]:
    """The figures of faithfulness beside their controls, and what they mean; nothing if nothing was measured."""
    said, sheet = interpreted(told, lang), faithful_sheet(told, lang)
    if not said:
        return
    if sheet is None:
        yield from (Text(), Text(said))
        return
    yield from (Fitted(replace(sheet, caption=say(lang, "faithful.short"))), Text(said))


def show_explanation(explanation: Explanation, lang: str, console: Console | None = None) -> None:
    """Print the explanation on the console, by default the terminal."""
    (console or Console()).print(Shown(explanation, lang))
