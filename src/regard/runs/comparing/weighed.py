"""A run's answer to a text, with the words that it rests on."""

from dataclasses import dataclass

from regard.findings.compared import Answer
from regard.text.spans import Span


@dataclass(frozen=True)
class Weighed:
    """A run's answer, and its words with their weights; no words where they could not be weighed."""

    answer: Answer
    target: str
    spans: list[Span]
    weights: list[float]
