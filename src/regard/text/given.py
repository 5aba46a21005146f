"""Texts as a program hands them over."""

from collections.abc import Iterable
from numbers import Number

from regard.errors import Mistake


def texts_in(given: Iterable[object]) -> list[str]:
    """The texts of a list, or another collection, that holds nothing else."""
    if isinstance(given, str):
        raise Mistake("one text was given where a list of texts is read; put it into a list.")
    texts: list[str] = []
    for place, text in enumerate(given, start=1):
        if not isinstance(text, str):
            raise Mistake(f"item {place} of the list is {_called(text)}, not a text; give texts alone.")
        texts.append(text)
    return texts


def _called(item: object) -> str:
    """What an item that is no text is, and how it begins."""
    if isinstance(item, Number):
        return f"a number ({item})"
    return "None" if item is None else f"of the type {type(item).__name__} ({str(item)[:40]})"


def some_texts(given: Iterable[object]) -> list[str]:
    """The same, where there must be one at least."""
    texts = texts_in(given)
    if not texts:
        raise Mistake("there is no text; give at least one.")
    return texts
