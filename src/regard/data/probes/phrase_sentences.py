"""Sentences chosen by dice: one clause, or several with what joins them."""

from regard.data.probes.grammar import Dice
from regard.data.probes.phrase_clauses import Clauses
from regard.data.probes.phrase_groups import Form, group
from regard.data.probes.phrase_nouns import pronoun
from regard.data.probes.phrase_times import time
from regard.data.probes.phrase_verbs import CLAUSAL
from regard.data.probes.phrase_words import Phrase, word

TENSES = (*("past",) * 8, *("present",) * 4, *("future",) * 4, *("imperfect",) * 3, "perfect")
"""As often as they occur."""
UNDER_PAST = {
    "say": ("future", "present", "imperfect"),
    "think": ("imperfect",),
}
"""Tenses of a clause under the past of a verb of saying."""


class Sentences(Clauses):
    """Sentences of about so many words, the final stop not counted."""

    def text(self, room: int, tenses: tuple[str, ...] = TENSES) -> Phrase:
        """One clause, or a compound of several."""
        if room >= 18 or (room >= 10 and self.chance(40)):
            return self.compound(room, tenses)
        tense = self.dice.pick(tenses)
        if room >= 7 and tense not in ("present", "perfect") and self.chance(15):
            when = time(self.dice, tense)
            return when + word(",", ",") + self.clause(tense, room - len(when.english) - 1, when=False)
        return self.clause(tense, room)

    def compound(self, room: int, tenses: tuple[str, ...]) -> Phrase:
        """Two texts and what joins them."""
        first = self.dice.between(room * 2 // 5, room * 3 // 5)
        second = room - first - 1
        roll = self.dice.below(100)
        if tenses == TENSES:
            if roll < 22:
                return self.reported(room)
            if roll < 32:
                return self.clause("past", first) + _joint("when", "quand") + self.clause("past", second)
            if roll < 40:
                start = _joint("while", "pendant que") + self.clause("imperfect", first)
                return start + word(",", ",") + self.clause("imperfect", second)
            if roll < 56:
                if self.chance(30):
                    premise = self.moved("present", first, True, pronoun(self.dice.pick(("he", "they"))))
                else:
                    premise = self.clause("present", first)
                start = _joint("if", "s'" if premise.french[0].text in ("il", "ils") else "si") + premise
                return start + word(",", ",") + self.clause("future", second)
        if roll < 74:
            return self.text(first, tenses) + _joint("because", "parce que") + self.text(second, tenses)
        joint = word("and", "et") if roll < 88 else word("but", "mais")
        found = self.text(first, tenses) + word(",", ",") + joint + self.text(second - 1, tenses)
        return found.noted("coordination")

    def reported(self, room: int) -> Phrase:
        """Somebody says that something is so."""
        verb, tense = self.dice.pick(CLAUSAL), self.dice.pick(("past", "present"))
        if verb.base == "hope":
            tense = "present"
        subject = self.subject({"person"}, 3, spoken=True, plain=True)
        start = subject.phrase + group(verb, subject, Form(tense)) + word("that", "que", "qu'")
        under = ("future",) if verb.base == "hope" else UNDER_PAST[verb.base] if tense == "past" else TENSES
        return start.noted("subordinate") + self.text(room - len(start.english), under)


def _joint(english: str, french: str) -> Phrase:
    """A conjunction that makes a subordinate clause."""
    found = word(english, french).noted("subordinate")
    if found.french[-1].text == "que":
        found.french[-1].vowel = "qu'"
    return found


def sentence(dice: Dice, words: int) -> Phrase:
    """A sentence of about so many words, the final stop among them."""
    return Sentences(dice).text(words - 1) + word(".", ".")
