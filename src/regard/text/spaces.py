"""Many words made into ids quickly: what stands between two spaces is cut once, however often it occurs.

No rule by which words are split looks across a space, but for `<br />`, which is taken out first: the tokens of
the strings between the spaces are those of the text.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain

from tokenizers import Tokenizer

from regard.text.cleaning import encodable

_LINE_BREAK = re.compile(r"<[bB][rR][^\S\x1c-\x1f]*/?>")
"""As the normaliser's; Python alone takes four control characters for white space."""
_AT_ONCE = 1_000
_REMEMBERED = 1_000_000
"""Different strings between spaces whose ids are kept while many texts are encoded."""
_JOINT = " \x1c "
"""Stands between strings that are cut together: no token holds it, and no line break can arise across it."""


def between_spaces(text: str) -> list[str]:
    """What stands between the spaces of a text, line breaks taken out."""
    return _LINE_BREAK.sub(" ", encodable(text)).split(" ")


def groups(strings: Sequence[str]) -> Iterator[Sequence[str]]:
    """Some strings at a time: a text costs the same few microseconds for each normaliser, however short it is."""
    return (strings[start : start + _AT_ONCE] for start in range(0, len(strings), _AT_ONCE))


def joined(strings: Sequence[str]) -> Iterator[str]:
    """The strings in groups, each group as one text whose tokens are those of its strings."""
    return (_JOINT.join(group) for group in groups(strings))


def ids_of(strings: Sequence[str], inner: Tokenizer) -> list[list[int]]:
    """The ids of each string, none of which holds a space."""
    rows: list[list[int]] = [[] for _ in strings]
    found = inner.encode_batch(list(joined(strings)))
    for number, (group, tokens) in enumerate(zip(groups(strings), found, strict=True)):
        starts = list(accumulate((len(string) + len(_JOINT) for string in group), initial=0))
        for token, (start, _) in zip(tokens.ids, tokens.offsets, strict=True):
            rows[number * _AT_ONCE + bisect_right(starts, start) - 1].append(token)
    return rows


def ids_of_texts(texts: Sequence[str], inner: Tokenizer, known: dict[str, list[int]]) -> list[list[int]]:
    """The ids of each text. What stands between two spaces is cut once, and remembered in `known`."""
    cut = [between_spaces(text) for text in texts]
    if len(known) > _REMEMBERED:
        known.clear()
    new = list(set(chain.from_iterable(cut)).difference(known))
    known.update(zip(new, ids_of(new, inner), strict=True))
    return [list(chain.from_iterable(map(known.__getitem__, strings))) for strings in cut]
