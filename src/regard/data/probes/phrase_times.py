"""When and where: dates, days, places and the prepositions that go with them."""

from regard.data.probes.grammar import Dice
from regard.data.probes.phrase_lexicon import CITIES, COUNTRIES, NOUNS, STATES
from regard.data.probes.phrase_nouns import at_country, nominal
from regard.data.probes.phrase_words import Phrase, fixed, preposition, word

MONTHS = (
    *("January janvier", "February février", "March mars", "April avril", "May mai", "June juin", "July juillet"),
    *("August août", "September septembre", "October octobre", "November novembre", "December décembre"),
)
DAYS = ("Monday lundi", "Tuesday mardi", "Friday vendredi", "Sunday dimanche")
DATES = (1, 2, 5, 8, 14, 20, 28)
YEARS = range(1985, 2001)
BUILDINGS = tuple(noun for noun in NOUNS if noun.kind == "building")
PLACES = tuple(noun for noun in NOUNS if noun.kind in ("building", "place"))
WHERE = {"in": "dans", "near": "près de", "behind": "derrière", "at": "à"}

PAST = (
    ("yesterday", "hier", "0-0", ""),
    ("last week", "la semaine dernière", "0-2 1-1", "1-0"),
    ("last month", "le mois dernier", "0-2 1-1", "1-0"),
    ("last year", "la année dernière", "0-2 1-1", "1-0"),
    ("two years ago", "il y a deux ans", "0-3 1-4 2-0 2-1 2-2", ""),
    ("three years ago", "il y a trois ans", "0-3 1-4 2-0 2-1 2-2", ""),
    ("two weeks ago", "il y a deux semaines", "0-3 1-4 2-0 2-1 2-2", ""),
    ("three weeks ago", "il y a trois semaines", "0-3 1-4 2-0 2-1 2-2", ""),
)
FUTURE = (
    ("tomorrow", "demain", "0-0", ""),
    ("next week", "la semaine prochaine", "0-2 1-1", "1-0"),
    ("next month", "le mois prochain", "0-2 1-1", "1-0"),
    ("next year", "la année prochaine", "0-2 1-1", "1-0"),
)
ALWAYS = (
    ("today", "aujourd'hui", "0-0", ""),
    ("every day", "tous les jours", "0-0 1-2", "0-1 1-1"),
    ("every week", "toutes les semaines", "0-0 1-2", "0-1 1-1"),
)
MEANWHILE = (
    ("at that time", "à cette époque", "0-0 1-1 2-2", ""),
    ("during the war", "pendant la guerre", "0-0 1-1 2-2", ""),
    ("during the crisis", "pendant la crise", "0-0 1-1 2-2", ""),
)


def month_and_year(month: str, year: int | None) -> Phrase:
    """*In August 1992*, or *in August*."""
    found = word("in", "en") + word(*month.split())
    return (found + word(str(year), str(year)) if year else found).noted("date")


def year_alone(year: int) -> Phrase:
    """*In 1992*."""
    return (word("in", "en") + word(str(year), str(year))).noted("date")


def full_date(date: int, month: str, year: int) -> Phrase:
    """*On 14 July 1989*."""
    number = word(str(date), "1er" if date == 1 else str(date))
    return (word("on", "le") + number + word(*month.split()) + word(str(year), str(year))).noted("date")


def time(dice: Dice, tense: str, *, negated: bool = False) -> Phrase:
    """A time that goes with a tense."""
    if tense == "present":
        return fixed(*dice.pick(ALWAYS[:1] if negated else ALWAYS))
    if tense == "imperfect":
        return fixed(*dice.pick(MEANWHILE)) if dice.below(2) else year_alone(dice.pick(YEARS))
    if tense == "future":
        return fixed(*dice.pick(FUTURE)) if dice.below(2) else _next(dice)
    if dice.below(10) < 6:
        return date(dice)
    return fixed(*dice.pick(PAST)) if dice.below(4) else _next(dice)


def date(dice: Dice) -> Phrase:
    """A date with its year."""
    chance = dice.below(6)
    if chance < 3:
        return month_and_year(dice.pick(MONTHS), dice.pick(YEARS))
    if chance < 5:
        return full_date(dice.pick(DATES), dice.pick(MONTHS), dice.pick(YEARS))
    return year_alone(dice.pick(YEARS))


def town(dice: Dice, motion: str = "in") -> Phrase:
    """A city or a country with *in*, *to* or *from*."""
    chance = dice.below(6)
    if chance < 2:
        return at_country(motion, dice.pick(COUNTRIES))
    lead = preposition(motion, "de" if motion == "from" else "à")
    if chance < 3:
        return (lead + fixed(*dice.pick(STATES), article=True)).noted("name", "preposition")
    return (lead + word(*dice.pick(CITIES).split())).noted("name", "preposition")


def place(dice: Dice, motion: str = "in") -> Phrase:
    """A place with *in*, *to* or *from*; a place *in* may also be a building or be near something."""
    if dice.below(10) < 6:
        return town(dice, motion)
    if motion != "in":
        lead = preposition(motion, "de" if motion == "from" else "à")
        return (lead + nominal("the", (), dice.pick(BUILDINGS), False).phrase).noted("preposition")
    noun = dice.pick(PLACES)
    english = dice.pick(("in", "near", "behind", "at") if noun.kind == "building" else ("in", "near"))
    return (preposition(english, WHERE[english]) + nominal("the", (), noun, False).phrase).noted("preposition")


def _next(dice: Dice) -> Phrase:
    """A month, or a day of the week, of which only the tense says whether it is past."""
    if dice.below(2):
        return month_and_year(dice.pick(MONTHS), None)
    day, jour = dice.pick(DAYS).split()
    return fixed(f"on {day}", jour, "1-0", "0-0").noted("date")
