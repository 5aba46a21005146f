"""From a frame such as "The {aspect} is [{+quality}]." to a sentence and the characters that decide."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple, TypeVar

from regard.data.examples import Span
from regard.data.probes.lexicon import NEUTRAL, OPINIONS, PLOT

T = TypeVar("T")

SETTING = frozenset(
    {"genre", "country", "town", "place", "hero", "hero2", "kin", "kin2"}
    | {"first", "last", "first2", "last2", "first3", "last3"}
)
"""Slots that keep their word throughout a review."""

HELD_OUT = 5
"""One in so many encounters of an opinion word and a frame is kept from training."""

PIECES = re.compile(r"(\{[^}]+\}|\[|\])")


class Dice(random.Random):
    """A seeded source of choices that uses `random()` alone, whose sequence Python promises never to change."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n − 1."""
        return int(self.random() * n)

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + self.below(high - low + 1)

    def pick(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """The options in a random order (Fisher and Yates)."""
        items = list(options)
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


class Sentence(NamedTuple):
    """A text and which of its characters decide the label."""

    text: str
    spans: tuple[Span, ...] = ()

    @property
    def words(self) -> int:
        """How many words the text has."""
        return len(self.text.split())


@dataclass
class Author:
    """One review in the making: what was said already, so that it is neither repeated nor contradicted."""

    dice: Dice
    setting: dict[str, str] = field(default_factory=dict[str, str])
    said: set[str] = field(default_factory=set[str])

    def fresh(self, options: Sequence[str]) -> str:
        """An option not used before in this review, if there is one."""
        if any(option not in self.said for option in options):
            while (chosen := self.dice.pick(options)) in self.said:
                pass
            self.said.add(chosen)
            return chosen
        return self.dice.pick(options)

    def words(self, frame: str, label: int, number: int = 0, unseen: bool = False) -> dict[str, str]:
        """A word for every slot of a frame; opinion words from those that meet the frame in training, or never do."""
        chosen: dict[str, str] = {}
        for slot in slots(frame):
            kind = slot.strip("+-0123456789")
            if slot[0] in "+-":
                chosen[slot] = self.fresh(opinions(kind, label if slot[0] == "+" else 1 - label, number, unseen))
            elif slot in SETTING:
                if slot not in self.setting:
                    self.setting[slot] = self.fresh(vocabulary(kind))
                chosen[slot] = self.setting[slot]
            else:
                chosen[slot] = self.fresh(vocabulary(kind))
        return chosen


@cache
def pieces(frame: str) -> tuple[str, ...]:
    """A frame cut into plain text, slots and brackets."""
    return tuple(PIECES.split(frame))


@cache
def slots(frame: str) -> tuple[str, ...]:
    """The names of a frame's slots, in their order, each once."""
    return tuple(dict.fromkeys(piece[1:-1] for piece in pieces(frame) if piece.startswith("{")))


def vocabulary(kind: str) -> tuple[str, ...]:
    """The words that carry no opinion of the author's."""
    return NEUTRAL[kind] if kind in NEUTRAL else PLOT[kind]


@cache
def opinions(kind: str, label: int, number: int, unseen: bool) -> tuple[str, ...]:
    """The opinion words of a class that may stand in frame `number`: the held-out ones or the others."""
    return tuple(
        word for place, word in enumerate(OPINIONS[kind][label]) if ((place + number) % HELD_OUT == 0) == unseen
    )


def turned(words: dict[str, str]) -> dict[str, str]:
    """The words of a sentence for the opposite label: own opinions become the others', and the reverse."""
    swap = {"+": "-", "-": "+"}
    return {swap.get(slot[0], slot[0]) + slot[1:]: word for slot, word in words.items()}


def sentence(frame: str, words: dict[str, str]) -> Sentence:
    """The frame with its words in place, spelled as prose."""
    text = ""
    opened = 0
    spans: list[Span] = []
    for piece in pieces(frame):
        if piece == "[":
            opened = len(text)
        elif piece == "]":
            spans.append((opened, len(text)))
        else:
            new = words[piece[1:-1]] if piece.startswith("{") else piece
            if text.endswith((" a ", "A ")) and new.startswith(("a", "e", "i", "o", "u")):
                text = text[:-1] + "n "
                opened += 1
            text += new
    return Sentence(text[:1].upper() + text[1:], tuple(spans))


def joined(sentences: Sequence[Sentence]) -> Sentence:
    """Sentences one after the other."""
    text = ""
    spans: list[Span] = []
    for part in sentences:
        start = len(text) + 1 if text else 0
        text = f"{text} {part.text}" if text else part.text
        spans += [(start + first, start + last) for first, last in part.spans]
    return Sentence(text, tuple(spans))
