"""Noun phrases in both languages at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from regard.data.probes.phrase_lexicon import Adjective, Noun
from regard.data.probes.phrase_words import ELIDED, English, French, Phrase, fixed, preposition, word

DETERMINERS: dict[str, tuple[str, str, str]] = {
    "the": ("le", "la", "les"),
    "a": ("un", "une", ""),
    "some": ("", "", "des"),
    "several": ("", "", "plusieurs"),
    "two": ("", "", "deux"),
    "three": ("", "", "trois"),
    "this": ("ce", "cette", ""),
    "these": ("", "", "ces"),
    "each": ("chaque", "chaque", ""),
    "no": ("aucun", "aucune", ""),
    "my": ("mon", "ma", "mes"),
    "his": ("son", "sa", "ses"),
    "her": ("son", "sa", "ses"),
    "our": ("notre", "notre", "nos"),
    "their": ("leur", "leur", "leurs"),
    "any": ("", "", "de"),
}
"""French for masculine, feminine and plural; empty where English has no such use."""
OPEN = frozenset({"the", "a", "some", "several", "two", "three"})
"""Determiners that leave something to say about the noun."""
VOWEL_FORMS = {**ELIDED, "ce": "cet", "ma": "mon", "sa": "son"}
CONSONANT_SOUNDS, VOWEL_SOUNDS = ("eu", "uni", "use"), ("a", "e", "i", "o", "u", "hon")


@dataclass(slots=True)
class Nominal:
    """A noun phrase and what the words around it must agree with."""

    phrase: Phrase
    feminine: bool = False
    plural: bool = False
    person: int = 3
    negative: English | None = None
    """The word *no* that negates the verb as well."""
    distributive: bool = False
    """True for *each* and *all*, beside which a negation would be taken in two ways."""
    open_as: str = ""
    """The kind of its noun, where *of*, *on* or a relative clause may follow."""


def nominal(
    determiner: str, adjectives: Sequence[Adjective], noun: Noun, plural: bool, *, negated: bool = False
) -> Nominal:
    """A determiner, adjectives in English order and a noun; `negated` as the object of a verb with *not*.

    French puts adjectives of rank 0 before the noun, the others behind it in the opposite order.
    """
    said, dit = noun.said(plural)
    head = English(said)
    sources = [English(adjective.english) for adjective in adjectives]
    spoken = [
        French(
            adjective.form(noun.feminine, plural),
            (source,),
            vowel="" if noun.feminine or plural else adjective.forms[4],
        )
        for adjective, source in zip(adjectives, sources, strict=True)
    ]
    before = [target for target, adjective in zip(spoken, adjectives, strict=True) if adjective.rank == 0]
    behind = [target for target, adjective in zip(spoken, adjectives, strict=True) if adjective.rank > 0]
    first = English(_article(determiner, adjectives[0].english if adjectives else said))
    form = DETERMINERS[determiner][2 if plural else int(noun.feminine)]
    if (negated and determiner == "a") or (determiner == "some" and before):
        form = "de"
    vowel = VOWEL_FORMS.get(form, "")
    lead = French(form, (first,), (head,), vowel, article=determiner == "the")
    phrase = Phrase(
        [first, *sources, head],
        [lead, *before, French(dit, (head,)), *reversed(behind)],
        frozenset({"adjective-order"} if behind else ()),
        frozenset(f"{adjective.english} {noun.english}" for adjective in adjectives),
    )
    negative = first if determiner == "no" else None
    kind = noun.kind if determiner in OPEN and not negated else ""
    return Nominal(phrase, noun.feminine, plural, negative=negative, distributive=determiner == "each", open_as=kind)


def all_of(noun: Noun, adjectives: Sequence[Adjective]) -> Nominal:
    """All the things of a kind."""
    found = nominal("the", adjectives, noun, plural=True)
    phrase = word("all", "toutes" if noun.feminine else "tous") + found.phrase
    return Nominal(phrase, noun.feminine, plural=True, distributive=True)


def with_behind(owner: Nominal, more: Phrase) -> Nominal:
    """A noun phrase with something behind it, in both languages."""
    return Nominal(owner.phrase + more, owner.feminine, owner.plural)


def owned(owner: Phrase, adjectives: Sequence[Adjective], noun: Noun, plural: bool) -> Nominal:
    """What somebody has, with *'s*: the owner comes first in English and last in French."""
    thing = nominal("the", adjectives, noun, plural)
    mark = English("'s")
    article, *rest = thing.phrase.french
    article.possible, article.sure = (mark, *article.possible), ()
    of = French("de", (mark,), vowel="d'")
    phrase = Phrase(
        [*owner.english, mark, *thing.phrase.english[1:]],
        [article, *rest, of, *owner.french],
        owner.traits | thing.phrase.traits | {"possessive"},
        owner.meetings | thing.phrase.meetings,
    )
    return Nominal(phrase, noun.feminine, plural)


def both(first: Nominal, second: Nominal) -> Nominal:
    """Two noun phrases joined by *and*: plural, and masculine if one of them is."""
    phrase = (first.phrase + word("and", "et") + second.phrase).noted("coordination")
    return Nominal(phrase, first.feminine and second.feminine, plural=True)


def bare(noun: Noun) -> Phrase:
    """A noun in general: without an article in English, with one in French."""
    head = English(noun.english)
    article = "la" if noun.feminine else "le"
    return Phrase([head], [French(article, possible=(head,), vowel="l'", article=True), French(noun.french, (head,))])


def country(written: str) -> Nominal:
    """A country by its name, which has an article in French only."""
    english, french, gender = written.split()
    head = English(english)
    article = French("la" if gender == "f" else "le", possible=(head,), vowel="l'", article=True)
    return Nominal(Phrase([head], [article, French(french, (head,))]).noted("name"), gender == "f")


def at_country(english: str, written: str) -> Phrase:
    """A country with *in*, *to* or *from*, whose preposition depends on its gender in French."""
    name, french, gender = written.split()
    feminine = gender == "f"
    if english == "from":
        lead = preposition("from", "de") if feminine else word("from", "du")
    else:
        lead = word(english, "en" if feminine else "au")
    return (lead + word(name, french)).noted("name", "preposition")


def institution(english: str, french: str, links: str, possible: str, gender: str) -> Nominal:
    """A body by its own name."""
    phrase = fixed(english, french, links, possible, article=True).noted("name")
    return Nominal(phrase, "f" in gender, "p" in gender)


def area(english: str, french: str, links: str) -> Phrase:
    """What an agreement is about, by its own name."""
    return fixed(english, french, links, article=True).noted("name")


def person_name(written: str) -> Nominal:
    """Somebody by a first name."""
    name, gender = written.split()
    return Nominal(word(name, name).noted("name"), gender == "f")


def titled(family: str, woman: bool) -> Nominal:
    """Somebody by title and family name."""
    title = word("Mrs", "Mme") if woman else word("Mr", "M.")
    return Nominal((title + word(family, family)).noted("name"), woman)


PRONOUNS = {
    "he": ("il", False, False, 3),
    "she": ("elle", True, False, 3),
    "they": ("ils", False, True, 3),
    "I": ("je", False, False, 1),
    "we": ("nous", False, True, 1),
}
"""Subjects: French, feminine, plural, person. They, I and we count as masculine."""


def pronoun(english: str) -> Nominal:
    """A pronoun as subject."""
    french, feminine, plural, person = PRONOUNS[english]
    return Nominal(word(english, french, ELIDED.get(french, "")), feminine, plural, person)


def _article(determiner: str, following: str) -> str:
    if determiner != "a":
        return determiner
    low = following.lower()
    return "an" if low.startswith(VOWEL_SOUNDS) and not low.startswith(CONSONANT_SOUNDS) else "a"
