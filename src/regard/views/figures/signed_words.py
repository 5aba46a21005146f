"""A drawn text whose words speak for the answer or against it: blue and amber, lines full and dotted, scores."""

from typing import TYPE_CHECKING

from regard.explain.explanation import Explanation, Map
from regard.views.facts.weights import score_of
from regard.views.figures.canvas import WIDTH, width_of
from regard.views.figures.colours import (
    BLUE,
    INK,
    LEVELS,
    LIGHT,
    LIGHT_FOR,
    MUTED,
    ORANGE,
    farthest,
    ink_on,
    signed_level,
)
from regard.views.figures.explained_words import BAR, SIZE, Lines
from regard.views.wording.words import say, shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MIDDLE, HALF = 3.6, 1.4
"""Inches: where bars begin, and the longest of them to either side."""


class SignedLines(Lines):
    """One row of scores on its text."""

    def __init__(self, explanation: Explanation, one: Map, lang: str):
        super().__init__(explanation, one, lang)
        self.most, self.target = farthest(self.weights), shorten(explanation.target)

    def word(self, paper: "Axes", word: str, weight: float, x: float, y: float) -> None:
        """One word on its colour; the line below is full for, and dotted against."""
        from matplotlib.patches import Rectangle

        wide, strength = width_of(word, SIZE), signed_level(weight, self.most)
        x = WIDTH - x - wide if self.leftward else x
        fill = (LIGHT_FOR if weight > 0 else LIGHT)[strength - 1] if strength else ""
        if fill:
            paper.add_patch(Rectangle((x - 0.02, y - 0.115), wide + 0.04, 0.21, facecolor=fill))
            paper.plot(
                [x - 0.02, x + wide + 0.02], [y + 0.115] * 2, color=BLUE if weight > 0 else ORANGE,
                linewidth=0.4 * strength, linestyle="-" if weight > 0 else ":", solid_capstyle="butt",
            )  # fmt: skip
        paper.text(x, y + 0.05, word, fontsize=SIZE, color=ink_on(fill) if fill else INK)

    def scale(self, paper: "Axes", y: float) -> None:
        """What the colours mean: how far a score goes to either side."""
        from matplotlib.patches import Rectangle

        x = 0.05
        for name, ramp, sign in (("legend.for", LIGHT_FOR, 1), ("legend.against", LIGHT, -1)):
            said = say(self.lang, name, target=self.target)
            paper.text(x, y, said, color=MUTED, va="center")
            x += width_of(said) + 0.12
            for strength in (2, 4, LEVELS):
                fill, told = ramp[strength - 1], score_of(self.lang, sign * self.most * strength / LEVELS)
                paper.add_patch(Rectangle((x, y - 0.09), 0.62, 0.18, facecolor=fill))
                paper.text(x + 0.31, y, told, color=ink_on(fill), va="center", ha="center")
                x += 0.64
            x += 0.2

    def bars(self, paper: "Axes", y: float) -> None:
        """The words that count most as bars to the right, for, and to the left, against."""
        from matplotlib.patches import Rectangle

        paper.text(0.05, y, say(self.lang, "top-signed"), color=MUTED, va="center")
        for i, (word, score) in enumerate(self.top):
            below, long = y + BAR * (i + 1), HALF * score / self.most if self.most else 0.0
            paper.text(0.05, below, shorten(word), color=INK, va="center")
            colour = BLUE if score > 0 else ORANGE
            paper.add_patch(Rectangle((MIDDLE, below - 0.07), long, 0.14, facecolor=colour, alpha=0.75))
            paper.text(MIDDLE + HALF + 0.1, below, score_of(self.lang, score), color=INK, va="center")
