"""Many words made into ids quickly: what stands between two spaces is cut once, however often it occurs.

No rule by which words are split looks across a space, but for `<br />`, which is taken out first: the tokens of
the strings between the spaces are those of the text.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from tokenizers import Tokenizer

from regard.text.cleaning import encodable

_LINE_BREAK = re.compile(r"<[bB][rR][^\S\x1c-\x1f]*/?>")
"""As the normaliser's; Python alone takes four control characters for white space."""
_AT_ONCE = 1_000


def between_spaces(text: str) -> list[str]:
    """What stands between the spaces of a text, line breaks taken out."""
    return _LINE_BREAK.sub(" ", encodable(text)).split(" ")


def groups(strings: Sequence[str]) -> Iterator[Sequence[str]]:
    """Some strings at a time: a text costs the same few microseconds for each normaliser, however short it is."""
    return (strings[start : start + _AT_ONCE] for start in range(0, len(strings), _AT_ONCE))


def ids_of(strings: Sequence[str], inner: Tokenizer) -> list[list[int]]:
    """The ids of each string, none of which holds a space."""
    rows: list[list[int]] = [[] for _ in strings]
    found = inner.encode_batch([" ".join(group) for group in groups(strings)])
    for number, (group, tokens) in enumerate(zip(groups(strings), found, strict=True)):
        starts = list(accumulate((len(string) + 1 for string in group), initial=0))
        for token, (start, _) in zip(tokens.ids, tokens.offsets, strict=True):
            rows[number * _AT_ONCE + bisect_right(starts, start) - 1].append(token)
    return rows
