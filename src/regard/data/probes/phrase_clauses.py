"""Clauses chosen by dice: one subject and what is said of it."""

from regard.data.probes.phrase_choices import DEFINITE, Chooser, suitable
from regard.data.probes.phrase_groups import OBJECTS, Form, born, clitic, copula, group, infinitive, modal
from regard.data.probes.phrase_lexicon import NOUNS
from regard.data.probes.phrase_nouns import Nominal
from regard.data.probes.phrase_times import date, place, time, town
from regard.data.probes.phrase_verbs import (
    ARRIVE,
    CAN,
    COME,
    DECIDE,
    GO,
    INTRANSITIVE,
    LEAVE,
    MUST,
    SPEAK,
    TRANSITIVE,
    WANT,
    Verb,
)
from regard.data.probes.phrase_words import English, French, Phrase, preposition, word

SPOKEN = frozenset({"see", "invite", "go", "want", "must"})
"""Verbs that *I* and *we* may do."""
SPOKEN_TENSES = frozenset({"present", "past", "perfect"})
ADVERBS = {
    "present": (("often", "souvent"),),
    "past": (("often", "souvent"), ("already", "déjà")),
    "perfect": (("already", "déjà"),),
}
TOWARDS = {COME: "from", GO: "to"}
LEADERS = {"present": (MUST, CAN, WANT), "past": (WANT, DECIDE), "future": (DECIDE,)}
DONE = tuple(verb for verb in TRANSITIVE if verb.base != "see" for _ in range(4 if verb.base == "sign" else 1))
"""What is said in the passive, and signing more often than the rest."""
DESCRIBED = tuple(noun for noun in NOUNS if noun.kind in ("person", "act", "writing", "event", "matter"))
SHARES = (("active", 10), ("moved", 5), ("passive", 6), ("described", 4), ("willing", 3), ("birth", 1))
"""How often each kind of clause is tried."""
IMPOSSIBLE = {
    "passive": {"imperfect"},
    "described": {"perfect"},
    "willing": {"imperfect", "perfect"},
    "birth": {"present", "imperfect", "future", "perfect"},
}


class Clauses(Chooser):
    """Clauses of a tense, of about so many words; without `when`, they name no time."""

    def clause(self, tense: str, room: int, *, when: bool = True) -> Phrase:
        """A clause of any kind that the tense allows."""
        shares = [(kind, share) for kind, share in SHARES if tense not in IMPOSSIBLE.get(kind, ())]
        kind = self.dice.pick([kind for kind, share in shares for _ in range(share)])
        if kind == "birth":
            return self.birth(room, when)
        made = {
            "active": self.active,
            "moved": self.moved,
            "passive": self.passive,
            "described": self.described,
            "willing": self.willing,
        }
        return made[kind](tense, room, when)

    def situated(self, core: Phrase, tense: str, room: int, when: bool, *, where: bool = True) -> Phrase:
        """The clause with a place and a time behind it, if there is room."""
        if where and room - len(core.english) >= 2 and self.chance(40):
            core += place(self.dice)
        never = any(word.text == "never" for word in core.english)
        if when and not never and room > len(core.english) and tense != "perfect" and self.chance(75):
            core += time(self.dice, tense, negated="negation" in core.traits)
        return core

    def form(self, tense: str, subject: Nominal, *, passive: bool = False) -> Form:
        """The form of a verb in this tense, sometimes negated."""
        negation = ""
        if not subject.negative and not subject.distributive and self.chance(22):
            negation = "never" if tense != "imperfect" and self.chance(25) else "not"
        return Form(tense, negation, passive)

    def active(self, tense: str, room: int, when: bool) -> Phrase:
        """Somebody does something to something."""
        verb = self.dice.pick(TRANSITIVE)
        subject = self.subject(verb.does, room // 2, spoken=verb.base in SPOKEN and tense in SPOKEN_TENSES)
        form = self.form(tense, subject)
        if "person" in verb.to and self.chance(50):
            core = subject.phrase + group(verb, subject, form, pronoun=clitic(self.other(subject)))
            return self.situated(core, tense, room, when)
        plain = not form.negation and not subject.negative
        adverb = self.dice.pick(ADVERBS[tense]) if plain and tense in ADVERBS and self.chance(12) else None
        left = room - len(subject.phrase.english) - 1
        thing = self.object(verb.to, left, negated=bool(form.negation), by=subject)
        core = subject.phrase + group(verb, subject, form, adverb=adverb) + thing.phrase
        return self.situated(core, tense, room, when and not adverb)

    def other(self, subject: Nominal) -> str:
        """A pronoun as object that is not the subject itself."""
        return self.dice.pick(tuple(OBJECTS) if subject.person == 3 else ("him", "her", "them"))

    def passive(self, tense: str, room: int, when: bool) -> Phrase:
        """Something is done, perhaps by somebody."""
        verb = self.dice.pick(DONE)
        subject = self.subject(verb.to, room - 3 if self.chance(70) else room // 2)
        core = subject.phrase + group(verb, subject, self.form(tense, subject, passive=True))
        left = room - len(core.english)
        if left >= 3 and self.chance(50):
            core += word("by", "par") + self.agent(verb.does, left - 1).phrase
        return self.situated(core, tense, room, when)

    def moved(self, tense: str, room: int, when: bool, who: Nominal | None = None) -> Phrase:
        """Somebody comes, goes or works; something begins."""
        verb = self.dice.pick([verb for verb in INTRANSITIVE if "person" in verb.does] if who else INTRANSITIVE)
        spoken = verb.base in SPOKEN and tense in SPOKEN_TENSES
        subject = who or self.subject(verb.does, room - 2, spoken=spoken)
        core = subject.phrase + group(verb, subject, self.form(tense, subject))
        core += self.direction(verb, room - len(core.english))
        return self.situated(core, tense, room, when, where=verb not in (ARRIVE, LEAVE, *TOWARDS))

    def direction(self, verb: Verb, left: int) -> Phrase:
        """Where somebody goes or comes from, what they speak about; nothing for other verbs."""
        if verb in TOWARDS:
            return place(self.dice, TOWARDS[verb])
        if verb is ARRIVE and left >= 2:
            return place(self.dice)
        if verb is SPEAK and left >= 3:
            return preposition("about", "de") + self.simple({"matter", "event", "writing"}, *DEFINITE).phrase
        return Phrase()

    def described(self, tense: str, room: int, when: bool) -> Phrase:
        """Something is important, or more so than something else."""
        noun = self.dice.pick(DESCRIBED)
        subject = self.subject({noun.kind}, room - 2, spoken=tense in SPOKEN_TENSES)
        adjective = self.dice.pick([adjective for adjective in suitable(noun) if adjective.rank == 1])
        source = English(adjective.english)
        quality = Phrase([source], [French(adjective.form(subject.feminine, subject.plural), (source,))])
        left = room - len(subject.phrase.english) - 2
        if left >= 4 and not subject.negative and self.chance(70):
            other = self.agent({noun.kind}, 3)
            degree = word("more", "plus") if self.chance(70) else word("less", "moins")
            quality = (degree + quality + word("than", "que", "qu'") + other.phrase).noted("comparison")
        elif self.chance(15):
            quality = word("very", "très") + quality
        if subject.feminine or subject.plural:
            quality = quality.noted("agreement")
        core = subject.phrase + copula(subject, self.form(tense, subject)) + quality
        return self.situated(core, tense, room, when and tense != "present", where=False)

    def willing(self, tense: str, room: int, when: bool) -> Phrase:
        """Somebody must, can, wants or decides to do something."""
        leader, verb = self.dice.pick(LEADERS[tense]), self.dice.pick((*TRANSITIVE, LEAVE))
        spoken = leader.base in SPOKEN and tense in SPOKEN_TENSES
        subject = self.subject(leader.does & verb.does, room // 2, spoken=spoken, plain=True)
        negated = leader is not DECIDE and not subject.distributive and self.chance(22)
        if leader in (MUST, CAN):
            core = subject.phrase + modal(leader, subject, negated)
        else:
            core = subject.phrase + group(leader, subject, Form(tense, "not" if negated else ""))
        if "person" in verb.to and self.chance(50):
            core += infinitive(verb, leader, clitic(self.other(subject)))
        else:
            core += infinitive(verb, leader)
            if verb is not LEAVE:
                core += self.object(verb.to, room - len(core.english), negated=negated).phrase
        return self.situated(core, tense, room, when, where=False)

    def birth(self, room: int, when: bool) -> Phrase:
        """Somebody was born somewhere."""
        subject = self.somebody() if self.chance(60) else self.simple({"person"}, ("the", "his", "my"), ("the",), 3)
        core = subject.phrase + born(subject) + town(self.dice)
        return core + date(self.dice) if when and room >= len(core.english) + 2 else core
