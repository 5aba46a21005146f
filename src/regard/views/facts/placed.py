"""A text cut into its words and what stands between them, so that words can be coloured where they stand."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """One word as the text has it, and what stands before it."""

    before: str
    word: str


AHEAD = 4
"""Words that must follow one another where a text goes on after a part that was left out."""


def placed(text: str, words: list[str]) -> tuple[list[Piece], str]:
    """The words found in the text, in order, and what remains after the last.

    Words may be missing between two others (a long text was cut). A tokenizer may have changed words beyond
    recognition; then the words stand for themselves, with spaces between.
    """
    spans: list[tuple[int, int]] = []
    small, sought, at = lower(text), [lower(word) for word in words], 0
    for i, word in enumerate(sought):
        start = small.find(word, at)
        skipped = small[at:start].strip()
        while start >= 0 and skipped and not follow(small, start, sought[i : i + AHEAD]):
            start = small.find(word, start + 1)
        start = start if start >= 0 else small.find(word, at)
        if start < 0 or not word:
            return [Piece(" " if k else "", word) for k, word in enumerate(words)], ""
        at = start + len(word)
        spans.append((start, at))
    return cut(text, spans)


def follow(text: str, start: int, words: list[str]) -> bool:
    """Whether the words stand there with nothing but space between them."""
    for word in words:
        start += len(text[start:]) - len(text[start:].lstrip())
        if not text.startswith(word, start):
            return False
        start += len(word)
    return True


def cut(text: str, spans: list[tuple[int, int]]) -> tuple[list[Piece], str]:
    """The text cut at those spans of characters, and what remains after the last."""
    found: list[Piece] = []
    at = 0
    for start, end in spans:
        found.append(Piece(text[at:start], text[start:end]))
        at = max(at, end)
    return found, text[at:]


def lower(text: str) -> str:
    """The text in small letters, letter for letter, so that places stay the same."""
    return "".join(small if len(small := c.lower()) == 1 else c for c in text)
