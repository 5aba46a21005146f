"""What stands between a subject and its object: tense, voice, negation and pronouns, in both languages at once."""

from dataclasses import dataclass

from regard.data.probes.phrase_nouns import Nominal
from regard.data.probes.phrase_verbs import BE, CAN, HAVE, MUST, Verb
from regard.data.probes.phrase_words import ELIDED, English, French, Phrase

NEGATIONS = {"not": "pas", "never": "jamais"}
OBJECTS = {
    "him": ("le", False, False),
    "her": ("la", True, False),
    "them": ("les", False, True),
    "us": ("nous", False, True),
    "me": ("me", False, False),
}
"""Pronouns as objects: French, feminine, plural. Them, us and me count as masculine."""


@dataclass(frozen=True, slots=True)
class Form:
    """Which form of a verb is meant."""

    tense: str = "past"
    """`present`, `past`, `imperfect` (was signing), `future` or `perfect` (has signed)."""
    negation: str = ""
    """`not`, `never` or nothing."""
    passive: bool = False

    def __str__(self) -> str:
        """Its name, such as `past passive not`."""
        return " ".join(part for part in (self.tense, "passive" if self.passive else "", self.negation) if part)


@dataclass(slots=True)
class Clitic:
    """A pronoun as object: after the verb in English, before it in French."""

    source: English
    target: French
    feminine: bool
    plural: bool


def clitic(english: str) -> Clitic:
    """The pronoun as object, such as *him*."""
    french, feminine, plural = OBJECTS[english]
    source = English(english)
    return Clitic(source, French(french, (source,), vowel=ELIDED.get(french, "")), feminine, plural)


def group(
    verb: Verb,
    subject: Nominal,
    form: Form,
    *,
    pronoun: Clitic | None = None,
    adverb: tuple[str, str] | None = None,
    preceding: Nominal | None = None,
) -> Phrase:
    """The verb in this form, with its auxiliaries; `preceding` is the object of a relative clause, said before it.

    A participle agrees with the subject after *être*, with an object that precedes it after *avoir*.
    """
    helpers, main = _english(verb, subject, form)
    said, dit = (form.negation, NEGATIONS[form.negation]) if form.negation else adverb or ("", "")
    modifier = English(said)
    english = [*helpers[:1], *([modifier] if modifier.text else []), *helpers[1:], main]
    finite, *participles = _french(verb, subject, form, helpers, main, pronoun or preceding)
    french = [
        *([pronoun.target] if pronoun else []),
        finite,
        *([French(dit, (modifier,))] if modifier.text else []),
        *participles,
    ]
    if negative := modifier if form.negation else subject.negative:
        french.insert(0, French("ne", (negative,), vowel="n'"))
    traits = {form.tense, *(["negation"] if negative else []), *(["passive"] if form.passive else [])}
    if pronoun:
        english.append(pronoun.source)
        traits.add("pronoun")
    agreeing = verb.with_be or form.passive
    if participles and (subject.feminine or subject.plural if agreeing else pronoun or preceding):
        traits.add("agreement")
    meetings = frozenset({f"{verb.base} {form}"} if form.negation or form.passive else ())
    return Phrase(english, french, frozenset(traits), meetings)


def copula(subject: Nominal, form: Form) -> Phrase:
    """The verb *be* before an adjective or a noun; its past is a French imperfect."""
    helpers = [English("will"), English("be")] if form.tense == "future" else [English(_be(form.tense, subject))]
    negation = English(form.negation)
    english = [*helpers[:1], *([negation] if form.negation else []), *helpers[1:]]
    tense = {"past": "imperfect"}.get(form.tense, form.tense)
    finite = French(BE.finite(tense, subject.person, subject.plural), (helpers[-1],), tuple(helpers[:-1]))
    french = [finite]
    if form.negation:
        french = [French("ne", (negation,), vowel="n'"), finite, French(NEGATIONS[form.negation], (negation,))]
    elif subject.negative:
        french = [French("ne", (subject.negative,), vowel="n'"), finite]
    return Phrase(english, french, frozenset({form.tense, *(["negation"] if len(french) > 1 else [])}))


def born(subject: Nominal) -> Phrase:
    """*Was born*, which French makes with the present of *être*."""
    was, main = English(_be("past", subject)), English("born")
    participle = ("né", "née", "nés", "nées")[2 * subject.plural + subject.feminine]
    finite = French(BE.finite("present", subject.person, subject.plural), (was,))
    return Phrase([was, main], [finite, French(participle, (main,))], frozenset({"past"}))


def modal(verb: Verb, subject: Nominal, negated: bool) -> Phrase:
    """*Must* or *can*, to be followed by an infinitive."""
    if negated and verb is CAN:
        source = negation = English("cannot")
        english = [source]
    else:
        source, negation = English(verb.base), English("not")
        english = [source, negation] if negated else [source]
    french = [French(verb.finite("present", subject.person, subject.plural), (source,))]
    if negated:
        french = [French("ne", (negation,), vowel="n'"), *french, French("pas", (negation,))]
    return Phrase(english, french, frozenset({"present", *(["negation"] if negated else [])}))


def infinitive(verb: Verb, leader: Verb, pronoun: Clitic | None = None) -> Phrase:
    """The infinitive after another verb: bare, with *to*, or with *to* that French says as *de*."""
    to, main = English("to"), English(verb.base)
    bare, plain = leader in (MUST, CAN), leader.state
    french = [French(verb.infinitive, (main,), (to,) if plain else ())]
    english = [main] if bare else [to, main]
    if pronoun:
        french.insert(0, pronoun.target)
        english.append(pronoun.source)
    if not bare and not plain:
        french.insert(0, French("de", (to,), vowel="d'"))
    traits = {"infinitive", "pronoun"} if pronoun else {"infinitive"}
    return Phrase(english, french, frozenset(traits), frozenset({f"{leader.base} to {verb.base}"}))


def _be(tense: str, subject: Nominal) -> str:
    if tense == "present":
        return "are" if subject.plural else "am" if subject.person == 1 else "is"
    return "were" if subject.plural else "was"


def _english(verb: Verb, subject: Nominal, form: Form) -> tuple[list[English], English]:
    """Auxiliaries and the verb itself, the negation left out."""
    base, past, participle, ing = verb.english
    third = subject.person == 3 and not subject.plural
    negated = form.negation == "not"
    has = "has" if third else "have"
    if form.passive:
        helpers = {"future": "will be", "perfect": f"{has} been"}.get(form.tense) or _be(form.tense, subject)
        main = participle
    else:
        helpers, main = {
            "present": (("does" if third else "do", base) if negated else ("", verb.present_english(third))),
            "past": ("did", base) if negated else ("", past),
            "imperfect": (_be("past", subject), ing),
            "future": ("will", base),
            "perfect": (has, participle),
        }[form.tense]
    return [English(text) for text in helpers.split()], English(main)


def _french(
    verb: Verb, subject: Nominal, form: Form, helpers: list[English], main: English, before: Nominal | Clitic | None
) -> list[French]:
    """The finite verb, then participles; *before* is the object that precedes them."""
    person, plural = subject.person, subject.plural
    own = verb.agreed(subject.feminine, plural)
    if form.passive:
        done = French(own, (main,))
        if form.tense in ("past", "perfect"):
            have = French(HAVE.finite("present", person, plural), (helpers[0],), (main,))
            return [have, French(BE.participle, (helpers[-1],), (main,)), done]
        return [French(BE.finite(form.tense, person, plural), (helpers[-1],), tuple(helpers[:-1])), done]
    if form.tense in ("past", "perfect") and not verb.state:
        helper = (BE if verb.with_be else HAVE).finite("present", person, plural)
        agreed = own if verb.with_be else verb.agreed(before.feminine, before.plural) if before else verb.participle
        said = (helpers[0],) if helpers else (main,)
        return [French(helper, said, (main,) if helpers else ()), French(agreed, (main,))]
    tense = "imperfect" if form.tense == "past" else form.tense
    return [French(verb.finite(tense, person, plural), (main,), tuple(helpers))]
