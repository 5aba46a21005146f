"""How a measure is written: its scale, its unit, whether guessing has a score, and what is said otherwise of it.

Accuracy is a share between 0 and 1; BLEU runs from 0 to 100 as it is, and perplexity from 1 on: the less, the better.
"""

from dataclasses import dataclass, replace

from regard.results import Interval, LabResult, Row
from regard.views.facts.cells import Cell, figure, share
from regard.views.facts.lab import chance
from regard.views.wording.numbers import DASH, distance, number, points
from regard.views.wording.words import TABLE, WIDE, varied

WHOLE = 100
"""Where the axes of all figures end."""
OTHERS: dict[str, int | None] = {
    "bleu_tokenised": 1,
    "chrf": 1,
    "exact_match": None,
    "loss": 3,
    "bits_per_character": 3,
    "word_accuracy": None,
    "pair_accuracy": None,
    "exact": None,
    "right": None,
    "win_rate": None,
    "kl": 3,
}
"""Further measures that a table shows, with their decimals; None for a share."""


@dataclass(frozen=True)
class Measure:
    """One measure, by the name that results give it."""

    metric: str
    end: int
    """What a perfect model scores."""
    unit: str
    guessed: bool
    """Whether there is something to guess."""
    variant: str
    """How the names of sentences end that are said otherwise of this measure."""
    digits: int = 1
    less: bool = False
    """Whether less is better."""
    asked: str = ""
    """How the names of sentences end that are said otherwise of what is asked for, before those of the measure."""

    def on_axis(self, value: float) -> float:
        """The value where axes end at 100."""
        return value * WHOLE / self.end

    def value(self, lang: str, value: float) -> str:
        """The value as a reader sees it."""
        text = number(lang, self.on_axis(value), self.digits)
        return text if text == DASH else text + self.unit

    def cell(self, lang: str, value: float | None) -> Cell:
        """The value in a table."""
        return Cell(DASH, None) if value is None else Cell(self.value(lang, value), value)

    def between(self, lang: str, interval: Interval) -> str:
        """An interval of values."""
        return f"{number(lang, self.on_axis(interval[0]), self.digits)}{DASH}{self.value(lang, interval[1])}"

    def distance(self, lang: str, difference: float, *, sign: bool) -> str:
        """A difference of two values, in points."""
        return self.say(lang, "points.of", points=distance(lang, difference / self.end, sign=sign))

    def points(self, lang: str, interval: Interval) -> str:
        """An interval of differences, with signs."""
        return points(lang, (interval[0] / self.end, interval[1] / self.end))

    def chance(self, result: LabResult) -> float | None:
        """What guessing would score; nothing where nobody can guess."""
        return chance(result) if self.guessed else None

    def say(self, lang: str, key: str, **blanks: str) -> str:
        """The sentence of that name, in the words of this measure where it has its own."""
        own = self.asked and key + self.asked in TABLE
        return varied(lang, key, self.asked if own else self.variant, **blanks)


ACCURACY = Measure("accuracy", 1, f"{WIDE}%", guessed=True, variant="")
BLEU = Measure("bleu", WHOLE, "", guessed=False, variant=".bleu")
PERPLEXITY = Measure("perplexity", WHOLE, "", guessed=False, variant=".perplexity", digits=2, less=True)
PREFERENCE = replace(ACCURACY, asked=".preference")
ANSWERS = replace(PERPLEXITY, asked=".answers")
ASKED = {"margin": PREFERENCE, "exact": ANSWERS}
"""The measures of models that learned answers, by a further one that only they have."""


def measure_of(result: LabResult) -> Measure:
    """The measure of a lab; what is neither BLEU nor perplexity is written as a share."""
    for name, measure in ASKED.items():
        if result.rows and all(name in row.measures for row in result.rows):
            return measure
    found = {row.metric for row in result.rows}
    return next((measure for measure in (BLEU, PERPLEXITY) if found == {measure.metric}), ACCURACY)


def other(lang: str, row: Row, name: str) -> Cell:
    """A further measure of a model, on its own scale."""
    value, digits = row.measures.get(name), OTHERS[name]
    return share(lang, value) if digits is None else figure(lang, value, digits)


def attends(result: LabResult, row: Row) -> bool | None:
    """Whether the model has attention to look at; nothing where the result does not tell.

    A classifier with attention has an entropy. A translator with attention has an alignment, where any were drawn.
    """
    found = result.translation
    seen = {one.model for one in (*found.alignments, *found.sentences)} if found else set[str]()
    if row.entropy is not None or row.model in seen:
        return True
    return None if row.metric in (BLEU.metric, PERPLEXITY.metric) and not seen else False
