"""Sentences that know their French."""

from string import Formatter
from typing import Any

Sentence = tuple[str, str]
"""What is said in English, and in French."""


class Said(str):
    """An English sentence, with the French one beside it."""

    french: str

    def __new__(cls, english: str, french: str) -> "Said":
        """The sentence in both languages."""
        said = super().__new__(cls, english)
        said.french = french
        return said


class _French(Formatter):
    """Numbers with a decimal comma, percentages with a space; sentences inside sentences in French too."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """A value as French writes it."""
        if isinstance(value, Said):
            return value.french
        text = format(value, format_spec)
        if isinstance(value, float):
            text = text.replace(".", ",").replace("%", "\u202f%")
        return text


def in_both(sentence: tuple[str, str], values: dict[str, Any]) -> Said:
    """A sentence (English, French) with its values set in."""
    english, french = sentence
    return Said(english.format(**values), _French().format(french, **values))


def in_language(sentence: str, language: str) -> str:
    """A sentence in English (`en`) or French (`fr`); in English where it has no French."""
    return sentence.french if language == "fr" and isinstance(sentence, Said) else str(sentence)
