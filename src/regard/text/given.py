"""Texts as a program hands them over."""

from collections.abc import Iterable

from regard.errors import Mistake


def texts_in(given: Iterable[object]) -> list[str]:
    """The texts of a list, or another collection, that holds nothing else."""
    if isinstance(given, str):
        raise Mistake("one text was given where a list of texts is read; put it into a list.")
    texts: list[str] = []
    for place, text in enumerate(given):
        if not isinstance(text, str):
            raise Mistake(f"text {place} is {type(text).__name__} {str(text)[:40]!r}; give texts alone.")
        texts.append(text)
    return texts


def some_texts(given: Iterable[object]) -> list[str]:
    """The same, where there must be one at least."""
    texts = texts_in(given)
    if not texts:
        raise Mistake("there is no text; give at least one.")
    return texts
