"""Words of two languages that know each other, and how French spells the ones that meet.

A phrase holds its words in the order of either language. A French word points at the English words that it says,
so phrases may be put together in any order: the alignment is read off when the sentence is done.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from regard.data.examples import Pair

VOWELS = frozenset("aàâeéèêëiîïoôuùûhœ")
ASPIRATED = frozenset({"Hongrie"})
"""Words whose h no vowel elides before."""
FUSED = {("de", "le"): "du", ("de", "les"): "des", ("à", "le"): "au", ("à", "les"): "aux"}
"""A preposition and a definite article that become one word."""


@dataclass(eq=False, slots=True)
class English:
    """An English word, itself and no other of the same spelling."""

    text: str


@dataclass(eq=False, slots=True)
class French:
    """A French word, and the English words that it says."""

    text: str
    sure: tuple[English, ...] = ()
    possible: tuple[English, ...] = ()
    """Words that it says besides, or takes its form from."""
    vowel: str = ""
    """Its form before a vowel, where that differs."""
    article: bool = False
    """True for a definite article, which fuses with *à* and *de*."""


@dataclass(slots=True)
class Phrase:
    """Words of both languages, with what is remarkable about them."""

    english: list[English] = field(default_factory=list[English])
    french: list[French] = field(default_factory=list[French])
    traits: frozenset[str] = frozenset()
    """Phenomena that occur in it."""
    meetings: frozenset[str] = frozenset()
    """Which words met which: an adjective its noun, a verb its form."""

    def __add__(self, other: "Phrase") -> "Phrase":
        """Both, one after the other in both languages."""
        return Phrase(
            self.english + other.english,
            self.french + other.french,
            self.traits | other.traits,
            self.meetings | other.meetings,
        )

    def noted(self, *traits: str) -> "Phrase":
        """The same phrase with more traits."""
        return Phrase(self.english, self.french, self.traits.union(traits), self.meetings)


def word(english: str, french: str, vowel: str = "") -> Phrase:
    """One English word that becomes one French word or several, each saying it."""
    source = English(english)
    return Phrase([source], [French(text, (source,), vowel=vowel) for text in french.split()])


def fixed(english: str, french: str, links: str, possible: str = "", *, article: bool = False) -> Phrase:
    """A turn of phrase whose links are written out, such as `0-0 1-2 2-1`.

    `article` says that French begins with one, which takes its form from the noun after it.
    """
    sources = [English(text) for text in english.split()]
    targets = [French(text, vowel=ELIDED.get(text, "")) for text in french.split()]
    for source, target in _links(links):
        targets[target].sure += (sources[source],)
    for source, target in _links(possible):
        targets[target].possible += (sources[source],)
    if article:
        targets[0].article = True
        targets[0].possible += targets[1].sure
    return Phrase(sources, targets)


ELIDED = {"le": "l'", "la": "l'", "de": "d'", "que": "qu'", "ne": "n'", "je": "j'", "me": "m'"}
"""Words that lose their vowel before another."""


def preposition(english: str, french: str) -> Phrase:
    """A preposition that may elide or fuse with the article after it: the last French word is what does."""
    found = word(english, french)
    found.french[-1].vowel = ELIDED.get(found.french[-1].text, "")
    return found


def pair(phrase: Phrase) -> tuple[Pair, frozenset[str]]:
    """The sentence pair of a phrase, without slices yet, and the traits that its spelling adds."""
    french = _spelled(phrase.french)
    place = {id(english): position for position, english in enumerate(phrase.english)}
    sure = frozenset((place[id(said)], at) for at, target in enumerate(french) for said in target.sure)
    maybe = frozenset((place[id(said)], at) for at, target in enumerate(french) for said in target.possible)
    traits = {"elision"} if any(target.text.endswith("'") for target in french) else set[str]()
    if len(french) < len(phrase.french):
        traits.add("contraction")
    source = _capital(" ".join(english.text for english in phrase.english))
    target = _capital(" ".join(target.text for target in french))
    return Pair(source, target, alignment=sure, possible=sure | maybe), frozenset(traits)


def before_vowel(text: str) -> bool:
    """True if French elides before this word."""
    return text[0].lower() in VOWELS and text not in ASPIRATED


def _spelled(words: list[French]) -> list[French]:
    """The words elided and fused with their neighbours, from the last to the first.

    A word that may elide takes its form from the word after it, whether it does or not.
    """
    done: list[French] = []
    for this in reversed(words):
        after = done[-1] if done else None
        text = this.text
        if this.vowel and after:
            this.possible += after.sure + after.possible
            text = this.vowel if before_vowel(after.text) else text
        if after and after.article and (text, after.text) in FUSED:
            done[-1] = French(FUSED[text, after.text], this.sure + after.sure, this.possible + after.possible)
        else:
            this.text = text
            done.append(this)
    return done[::-1]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _links(written: str) -> Iterable[tuple[int, int]]:
    for link in written.split():
        source, target = link.split("-")
        yield int(source), int(target)
