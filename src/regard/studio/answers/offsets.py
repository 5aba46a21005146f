"""Where a word stands, as JavaScript counts: in units of UTF-16, of which an emoji has two."""

from collections.abc import Callable
from itertools import accumulate


def units(text: str) -> Callable[[int], int]:
    """From a place in the text, counted in characters, to the same place counted in units."""
    if text.isascii():
        return lambda at: at
    places = list(accumulate((1 + (ord(character) > 0xFFFF) for character in text), initial=0))
    return lambda at: places[at]
