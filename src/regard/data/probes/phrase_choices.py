"""Noun phrases chosen by dice: who does something, and to what."""

from collections.abc import Set
from functools import cache

from regard.data.probes.grammar import Dice
from regard.data.probes.phrase_groups import Form, group
from regard.data.probes.phrase_lexicon import (
    ADJECTIVES,
    AREAS,
    BODIES,
    COUNTRIES,
    FAMILIES,
    NOUNS,
    SINGLE,
    Adjective,
    Noun,
)
from regard.data.probes.phrase_nouns import (
    Nominal,
    all_of,
    area,
    bare,
    both,
    country,
    institution,
    nominal,
    owned,
    person_name,
    pronoun,
    titled,
    with_behind,
)
from regard.data.probes.phrase_verbs import TRANSITIVE
from regard.data.probes.phrase_words import Phrase, preposition, word

SINGULAR = ("the", "the", "the", "the", "a", "a", "this", "his", "her", "our", "my", "each", "no")
PLURAL = ("the", "the", "the", "some", "several", "two", "three", "these", "their", "our", "all")
DEFINITE = (("the", "the", "this", "her", "our"), ("the", "the", "these", "their"))
"""Determiners by number: of subjects, and of nouns after *of*, which French says as *de*."""
OBJECTS = (("the", "the", "the", "a", "a", "this", "his", "my"), ("the", "the", "some", "several", "two", "these"))
NEGATED = (("the", "the", "a", "a", "this", "her"), ("the", "any", "these", "their"))
"""Determiners by number: of objects, and of objects of a verb with *not*."""
SILLY = frozenset({"political policy", "former man", "former woman", "former child"})
"""What nobody says, although the kinds agree."""


class Chooser:
    """Noun phrases by kind; `room` is how many words there are to spend on one."""

    def __init__(self, dice: Dice):
        self.dice = dice

    def chance(self, percent: int) -> bool:
        """True so often."""
        return self.dice.below(100) < percent

    def subject(self, kinds: Set[str], room: int, *, spoken: bool = False, plain: bool = False) -> Nominal:
        """Who does something: a pronoun, a name or a noun; `spoken` allows *I* and *we*, `plain` allows no *no*."""
        dice = self.dice
        if "person" in kinds:
            if spoken and self.chance(30):
                return pronoun(dice.pick(("I", "we")))
            if self.chance(25 if room < 3 else 10):
                return pronoun(dice.pick(("he", "she", "they")))
            if self.chance(20):
                return self.somebody()
            if room >= 5 and self.chance(18):
                return both(self.somebody(), self.simple({"person"}, SINGULAR[:6], PLURAL[:3]))
        if "body" in kinds and self.chance(25):
            return self.institution()
        one = SINGULAR[:-1] if plain else SINGULAR
        return self.extended(self.simple(kinds, one, PLURAL, room), room)

    def agent(self, kinds: Set[str], room: int = 3) -> Nominal:
        """Who something is done by, or who is meant by another preposition: no pronoun, no *no*."""
        if "person" in kinds and self.chance(30):
            return self.somebody()
        if "body" in kinds and self.chance(30):
            return self.institution()
        return self.simple(kinds, SINGULAR[:-2], PLURAL[:-1], room)

    def institution(self) -> Nominal:
        """A country, or a body with a name of its own."""
        if self.chance(25):
            return country(self.dice.pick(COUNTRIES))
        return institution(*self.dice.pick(BODIES))

    def object(self, kinds: Set[str], room: int, *, negated: bool = False, by: Nominal | None = None) -> Nominal:
        """What something is done to, `negated` or `by` a subject that may be negative."""
        if by and by.negative:
            return self.simple(kinds, *DEFINITE, room=room)
        if not negated:
            if "person" in kinds and self.chance(20):
                return self.somebody()
            if kinds & {"writing", "matter", "act"} and room >= 4 and self.chance(30):
                return self.possession(kinds & {"writing", "matter", "act"})
        found = self.simple(kinds, *(NEGATED if negated else OBJECTS), room=room, negated=negated)
        return self.extended(found, room)

    def somebody(self) -> Nominal:
        """Somebody by name."""
        if self.chance(70):
            return person_name(self.dice.pick(SINGLE))
        return titled(self.dice.pick(FAMILIES), woman=self.chance(50))

    def possession(self, kinds: Set[str]) -> Nominal:
        """Somebody's thing, with *'s*."""
        noun, plural = self.dice.pick(_nouns(kinds)), self.chance(25)
        person = self.somebody() if self.chance(60) else self.simple({"person"}, ("the",), ())
        return owned(person.phrase, self.adjectives(noun, 30), noun, plural)

    def simple(
        self,
        kinds: Set[str],
        singular: tuple[str, ...],
        plural: tuple[str, ...],
        room: int = 3,
        *,
        negated: bool = False,
    ) -> Nominal:
        """A determiner, perhaps adjectives, and a noun."""
        noun, many = self.dice.pick(_nouns(kinds)), bool(plural) and self.chance(32)
        determiner = self.dice.pick(plural if many else singular)
        chosen = self.adjectives(noun, min(20 * room - 20, 75))
        if determiner == "all":
            return all_of(noun, chosen)
        return nominal(determiner, chosen, noun, many, negated=negated)

    def adjectives(self, noun: Noun, percent: int) -> list[Adjective]:
        """None, one, two or three adjectives that suit the noun, of different ranks."""
        chosen: dict[int, Adjective] = {}
        for _ in range(3):
            if not self.chance(percent):
                break
            adjective = self.dice.pick(suitable(noun))
            chosen.setdefault(adjective.rank, adjective)
            percent //= 2
        return [chosen[rank] for rank in sorted(chosen)]

    def extended(self, found: Nominal, room: int) -> Nominal:
        """The noun phrase, or with *of*, *on* or a relative clause behind it if there is room for that."""
        kind = found.open_as
        if room < 4 or not kind or not self.chance(70):
            return found
        if kind in ("act", "writing", "event") and self.chance(70):
            return with_behind(found, word("on", "sur") + self.topic())
        if self.chance(60):
            whose = self.simple({"body", "place"} if kind in ("person", "building") else {"body", "person"}, *DEFINITE)
            return with_behind(found, preposition("of", "de") + whose.phrase)
        return self.related(found)

    def topic(self) -> Phrase:
        """What an agreement, a report or a meeting is about."""
        if self.chance(50):
            return area(*self.dice.pick((AREAS[0], *AREAS)))
        if self.chance(50):
            return bare(self.dice.pick(_nouns({"topic"})))
        return self.simple({"matter"}, *DEFINITE).phrase

    def related(self, found: Nominal) -> Nominal:
        """With a relative clause: somebody *who* does something, or a thing *that* somebody does something to."""
        form = Form(self.dice.pick(("past", "past", "present", "future")))
        if found.open_as == "person":
            verb = self.dice.pick([verb for verb in TRANSITIVE if "person" in verb.does])
            clause = group(verb, found, form) + self.simple(verb.to, *OBJECTS).phrase
            return with_behind(found, (word("who", "qui") + clause).noted("relative"))
        verbs = [verb for verb in TRANSITIVE if found.open_as in verb.to]
        if not verbs:
            return found
        verb = self.dice.pick(verbs)
        agent = self.subject(verb.does & {"person"} or verb.does, 2, plain=True)
        clause = agent.phrase + group(verb, agent, form, preceding=found)
        return with_behind(found, (word("that", "que", "qu'") + clause).noted("relative"))


def _nouns(kinds: Set[str]) -> tuple[Noun, ...]:
    return _nouns_of(tuple(sorted(kinds)))


@cache
def _nouns_of(kinds: tuple[str, ...]) -> tuple[Noun, ...]:
    return tuple(noun for noun in NOUNS if noun.kind in kinds)


@cache
def suitable(noun: Noun) -> tuple[Adjective, ...]:
    """The adjectives that can be said of a noun."""
    return tuple(
        adjective
        for adjective in ADJECTIVES
        if noun.kind in adjective.kinds and f"{adjective.english} {noun.english}" not in SILLY
    )
