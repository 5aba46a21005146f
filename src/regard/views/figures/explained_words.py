"""A drawn text: its words coloured and underlined by weight, the scale, and the heaviest words with numbers."""

import unicodedata
from typing import TYPE_CHECKING

from regard.explain.explanation import Explanation, Map
from regard.views.facts.weights import on_text, strongest
from regard.views.figures.canvas import WIDTH, width_of
from regard.views.figures.colours import BLUE, INK, LIGHT, MUTED, ORANGE, ink_on, least, level
from regard.views.wording.numbers import percent
from regard.views.wording.words import say, shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SIZE = 11.0
STEP = 0.3
"""Inches from one line of words to the next."""
BARS = 8
BAR = 0.22


class Lines:
    """One row of weights on its text."""

    width = WIDTH

    def __init__(self, explanation: Explanation, one: Map, lang: str):
        self.map, self.lang, self.weights = one, lang, one.weights[0]
        found, _ = on_text(explanation, one)
        self.words = [shorten(piece.word, 60) for piece in found]
        self.places, self.count = arranged(self.words, [piece.before for piece in found])
        self.leftward = leftward(explanation.text)
        self.top = strongest(self.words, self.weights, BARS)
        self.height = STEP * self.count + 0.75 + BAR * len(self.top) + 0.3

    def draw(self, _: "Figure", paper: "Axes", top: float) -> None:
        """Words, scale and bars, from that height on."""
        for i, ((line, x), word) in enumerate(zip(self.places, self.words, strict=True)):
            self.word(paper, word, self.weights[i], x, top + STEP * (line + 0.5))
        self.scale(paper, top + STEP * self.count + 0.25)
        self.bars(paper, top + STEP * self.count + 0.75)

    def word(self, paper: "Axes", word: str, weight: float, x: float, y: float) -> None:
        """One word on its colour, with its line below."""
        from matplotlib.patches import Rectangle

        wide, strength = width_of(word, SIZE), level(weight, len(self.words))
        x = WIDTH - x - wide if self.leftward else x
        if strength:
            fill = LIGHT[strength - 1]
            paper.add_patch(Rectangle((x - 0.02, y - 0.115), wide + 0.04, 0.21, facecolor=fill))
            paper.plot(
                [x - 0.02, x + wide + 0.02], [y + 0.115] * 2, color=ORANGE, linewidth=0.4 * strength,
                solid_capstyle="butt",
            )  # fmt: skip
        paper.text(x, y + 0.05, word, fontsize=SIZE, color=ink_on(LIGHT[strength - 1]) if strength else INK)

    def scale(self, paper: "Axes", y: float) -> None:
        """What the colours mean."""
        from matplotlib.patches import Rectangle

        said = say(self.lang, "legend.least")
        paper.text(0.05, y, said, color=MUTED, va="center")
        x = 0.05 + width_of(said) + 0.15
        for strength, fill in enumerate(LIGHT, start=1):
            told = percent(self.lang, least(strength, len(self.words)))
            paper.add_patch(Rectangle((x, y - 0.09), 0.56, 0.18, facecolor=fill))
            paper.text(x + 0.28, y, told, color=ink_on(fill), va="center", ha="center")
            x += 0.58

    def bars(self, paper: "Axes", y: float) -> None:
        """The heaviest words as bars with numbers."""
        from matplotlib.patches import Rectangle

        paper.text(0.05, y, say(self.lang, "top-words"), color=MUTED, va="center")
        most = max((weight for _, weight in self.top), default=1) or 1
        for i, (word, weight) in enumerate(self.top):
            below = y + BAR * (i + 1)
            paper.text(0.05, below, shorten(word), color=INK, va="center")
            paper.add_patch(Rectangle((2.2, below - 0.07), 4 * weight / most, 0.14, facecolor=BLUE, alpha=0.75))
            paper.text(2.28 + 4 * weight / most, below, percent(self.lang, weight), color=INK, va="center")


def arranged(words: list[str], before: list[str]) -> tuple[list[tuple[int, float]], int]:
    """For each word its line and its inches from the start of the line, and how many lines that makes."""
    places: list[tuple[int, float]] = []
    line, x = 0, 0.05
    for word, gap in zip(words, before, strict=True):
        if places and (not gap.strip() and gap):
            x += 0.06
        wide = width_of(word, SIZE)
        if places and x + wide > WIDTH - 0.05:
            line, x = line + 1, 0.05
        places.append((line, x))
        x += wide + 0.012
    return places, line + 1 if words else 0


def leftward(text: str) -> bool:
    """Whether the text runs from right to left: its first letter with a direction says so."""
    kinds = (unicodedata.bidirectional(c) for c in text)
    return next((kind in ("R", "AL") for kind in kinds if kind in ("L", "R", "AL")), False)
