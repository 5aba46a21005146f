"""Characters put right before a text is split.

All of it is done by normalisers that end up in tokenizer.json and remember where each character came from.
An alternation of literals is several times faster here than a class of the same characters.
"""

import re

from tokenizers import Regex
from tokenizers.normalizers import Normalizer, Replace

MEANT = {
    chr(code): bytes([code]).decode("cp1252")
    for code in range(0x80, 0xA0)
    if code not in (0x81, 0x8D, 0x8F, 0x90, 0x9D)
}
"""What Windows-1252 meant by the control characters that a reading as Latin-1 made of its quotes and dashes."""

_LINE_BREAK = r"<[bB][rR]\s*/?>"
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def line_breaks(into: str) -> Normalizer:
    """HTML's `<br />`, `<br/>` and `<br>` become white space."""
    return Replace(Regex(_LINE_BREAK), into)


def fold(variants: str, into: str) -> Normalizer:
    """All of these characters, and the leftovers that meant them, become one string."""
    leftovers = [left for left, meant in MEANT.items() if meant in variants]
    return Replace(Regex("|".join([*variants, *leftovers])), into)


def restore(except_for: str = "") -> list[Normalizer]:
    """The leftovers of Windows-1252 become what they meant."""
    return [Replace(left, meant) for left, meant in MEANT.items() if meant not in except_for]


def encodable(text: str) -> str:
    """The text with the half characters (lone surrogates) that no file can hold replaced one for one."""
    return text if text.isascii() else _LONE_SURROGATE.sub("\ufffd", text)


def is_blank(text: str) -> bool:
    """Whether there is nothing to see. U+0085 is white space to Python, but a leftover ellipsis here."""
    return not text.strip() and "\x85" not in text
