"""Slices by length, the same for every corpus of sentence pairs."""

BANDS = ((1, 4), (5, 9), (10, 14), (15, 19), (20, 24), (25, 29), (30, 39))
"""Fewest and most words of a slice; longer sentences make up the last one."""


def by_length(source: str) -> str:
    """The slice that a source sentence belongs to by its number of words, such as `5-9 words`."""
    words = len(source.split())
    return next((f"{low}-{high} words" for low, high in BANDS if words <= high), f"{BANDS[-1][1] + 1}+ words")
