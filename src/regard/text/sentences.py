"""Where the sentences of an English or a French text begin and end, by rules.

A mark that may end a sentence does so unless what stands around it says otherwise: an abbreviation or an initial before
it, the number of a list, a small letter after it. Kiss & Strunk (2006) say what makes this hard.
"""

import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from regard.text.spans import Span

_SPACE = r"[ \t\r\n\f\v\u00a0\u2000-\u200a\u202f]"
_PARAGRAPH = re.compile(r"(?<!\s)(?:(?:\s*+<[bB][rR]\s*+/?>)++\s*+|[^\S\n]*+(?:\n[^\S\n]*+){2,}+)")
"""An empty line, or HTML's `<br />`: what stands on both sides never makes one sentence."""
_END = re.compile(
    rf"(?<![.!?…])(?P<mark>[.!?…]++)(?P<closing>(?:{_SPACE}?»|[\"'”’)\]])*+){_SPACE}++"
    rf"(?=(?:[«\"'“‘(\[¿¡—–-]{_SPACE}*+)*+(?P<next>\w[\w'’-]*+|[$£€#@])(?P<after>{_SPACE}++\w++)?)"
)
"""A mark, the quotes that it closes, space; then the next two words, after the quotes or the dash that they open with.

No part of it can match in two ways, so that no text takes long.
"""
_BEFORE = re.compile(r"[^\s«“\"(\[]*+\Z")
_ELISION = re.compile("['’‘]")
_NEAR = 24
"""No abbreviation is longer."""


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_TITLES = _words(
    """
    mr mrs ms messrs dr drs prof rev hon pres gov sen rep gen col maj capt cmdr lt sgt cpl pvt supt insp fr st ste mt ft
    m mm mme mlle mmes mlles mgr pr dre
    """
)
"""Written with a capital: a name follows."""
_JOINING = _words("e.g i.e viz cf vs v esp approx ca resp incl c.-à-d c-à-d av apr env bd boul")
"""Something always follows."""
_NUMBERED = _words(
    """
    no nos fig figs eq eqs sec ch chap vol vols p pp pt art n° num tél jan feb mar apr jun jul aug sep sept oct nov dec
    janv févr avr juil déc
    """
)
"""Abbreviations before a number, and words elsewhere."""
_PERHAPS = _words("etc inc ltd co corp bros cie jr sr al ex a.m p.m ph.d ave blvd dept")
"""Abbreviations that end a sentence if a word follows with which sentences often begin."""
_OPENERS = _words(
    """
    a an and as at but by for he her here his how i if in is it its my no not of on one or our she so some that the
    their then there these they this those to we what when where which while who why with yes you your
    ainsi alors après au aussi aux avec c'est ce ces cet cette ceux chaque comme dans depuis donc elle elles en enfin et
    ici il ils j'ai je l'on lorsque mais malgré mon même ni non nos notre nous on or ou où par pendant pour pourquoi
    puis quand que quel quelle quelques qui sa sans selon si son sous sur ta tous tout toute très tu un une vos votre
    vous voici voilà à
    """
)
_ARTICLES = _words("le la les de du des")
"""Sentences begin with them, and names: after an initial they are taken for a name (J. Le Carré)."""
_SAID = _words("said says asked replied answered cried whispered shouted added thought wrote continued")
_INITIALS = re.compile(r"[^\W\d_](?:\.-?[^\W\d_])*\Z")
_NUMBER_OF_LIST = re.compile(r"(?:\d{1,3}|[ivxIVX]{1,4}|[a-zA-Z])\Z")


def sentences(text: str) -> list[Span]:
    """The sentences of a text, each a range of characters without the space around it; together they are all of it."""
    found: list[Span] = []
    for start, stop in _paragraphs(text):
        lower = text[start:stop].islower()
        first = start
        for end in _END.finditer(text, start, stop):
            if _ends(text, first, end, lower=lower):
                found.append((first, end.end("closing")))
                first = end.end()
        found.append((first, stop))
    return found


def sentence_lengths(sentences: Sequence[Span], ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many of the tokens that end there each sentence holds: a token is of the last one that begins before its end.

    Sentences without tokens are left out, so that the lengths are those of pieces of the tokens, end to end.
    """
    begins = np.array([start for start, _ in sentences], dtype=np.int64)
    owner = np.maximum(np.searchsorted(begins, ends, side="left") - 1, 0)
    counts = np.bincount(owner, minlength=len(begins)) if len(ends) else np.zeros(0, dtype=np.int64)
    return counts[counts > 0].astype(np.int64)


def _paragraphs(text: str) -> Iterator[Span]:
    """What stands between empty lines, without the space around it."""
    start = 0
    for stop, after in [*((found.start(), found.end()) for found in _PARAGRAPH.finditer(text)), (len(text), len(text))]:
        inner = text[start:stop]
        if inner.strip():
            yield start + len(inner) - len(inner.lstrip()), start + len(inner.rstrip())
        start = after


def _ends(text: str, first: int, end: re.Match[str], *, lower: bool) -> bool:
    """Whether the mark that was found ends the sentence which begins at `first`; `lower` texts have no capitals."""
    following = end["next"].lower()
    if end["next"][0].islower() and (end["closing"] or not lower):
        return False
    if end["closing"]:
        return following in _OPENERS or (end["after"] or "").strip() not in _SAID
    return end["mark"] != "." or _ends_at_a_dot(text, first, end.start(), following)


def _ends_at_a_dot(text: str, first: int, dot: int, following: str) -> bool:
    """Whether the word before a single dot lets it end the sentence, given the word after it."""
    before = _BEFORE.search(text, max(first, dot - _NEAR), dot)
    word = _ELISION.split(before[0])[-1].lstrip("—–-") if before else ""
    small = word.lower()
    if dot - len(word) == first and _NUMBER_OF_LIST.match(word):
        return False
    if small in _JOINING or (small in _TITLES and word[0].isupper()):
        return False
    if small in _NUMBERED:
        return not following[0].isdigit()
    if small in _PERHAPS:
        return following in _OPENERS or following in _ARTICLES
    return following in _OPENERS or not (word[:1].isupper() and _INITIALS.match(word))
