"""The nouns, adjectives and names of `probe-phrases`, and how they change with gender and number."""

from dataclasses import dataclass

PLURALS = {"man": "men", "woman": "women", "child": "children"}
CHANGING = {
    "nouveau": ("nouveau", "nouvelle", "nouveaux", "nouvelles", "nouvel"),
    "vieux": ("vieux", "vieille", "vieux", "vieilles", "vieil"),
    "beau": ("beau", "belle", "beaux", "belles", "bel"),
    "bon": ("bon", "bonne", "bons", "bonnes", ""),
    "secret": ("secret", "secrète", "secrets", "secrètes", ""),
    "public": ("public", "publique", "publics", "publiques", ""),
    "grec": ("grec", "grecque", "grecs", "grecques", ""),
}
"""Adjectives that follow no rule: masculine, feminine, both plurals, masculine before a vowel."""
FEMININE = (("en", "enne"), ("el", "elle"), ("er", "ère"), ("eux", "euse"), ("e", "e"))
"""Ends of adjectives and what they become in the feminine; elsewhere an e is added."""


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun of both languages; `kind` says what it can do and suffer."""

    english: str
    french: str
    feminine: bool
    kind: str

    def said(self, plural: bool) -> tuple[str, str]:
        """Its form in English and in French."""
        return (english_plural(self.english), french_plural(self.french)) if plural else (self.english, self.french)


@dataclass(frozen=True, slots=True)
class Adjective:
    """An adjective of both languages."""

    english: str
    forms: tuple[str, str, str, str, str]
    """Masculine, feminine, both plurals, masculine before a vowel."""
    rank: int
    """Its place in English, from the left; French mirrors the order behind the noun and keeps rank 0 before it."""
    kinds: frozenset[str]
    """The nouns that it can be said of."""

    def form(self, feminine: bool, plural: bool) -> str:
        """Its form in French."""
        return self.forms[2 * plural + feminine]


def english_plural(noun: str) -> str:
    """The plural of an English noun."""
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return f"{noun[:-1]}ies"
    return PLURALS.get(noun, f"{noun}{'es' if noun.endswith(('ch', 'x', 's')) else 's'}")


def french_plural(word: str) -> str:
    """The plural of a French noun or adjective."""
    if word.endswith(("s", "x")):
        return word
    return f"{word[:-2]}aux" if word.endswith("al") else f"{word}s"


def agreeing(masculine: str) -> tuple[str, str, str, str, str]:
    """The forms of a French adjective or participle."""
    if masculine in CHANGING:
        return CHANGING[masculine]
    end, become = next(((end, new) for end, new in FEMININE if masculine.endswith(end)), ("", "e"))
    feminine = masculine.removesuffix(end) + become
    return masculine, feminine, french_plural(masculine), f"{feminine}s", ""


def _nouns(kind: str, table: str) -> tuple[Noun, ...]:
    rows = (row.split() for row in table.split(","))
    return tuple(Noun(english, french, gender == "f", kind) for english, french, gender in rows)


def _adjectives(rank: int, table: dict[str, str]) -> tuple[Adjective, ...]:
    return tuple(
        Adjective(english, agreeing(french), rank, frozenset(kinds.split()))
        for (english, french), kinds in ((words.split(), kinds) for words, kinds in table.items())
    )


NOUNS = (
    *_nouns(
        "person",
        "minister ministre m, president président m, lawyer avocat m, student étudiant m, journalist journaliste m, "
        "engineer ingénieur m, judge juge m, man homme m, child enfant m, woman femme f, queen reine f, "
        "nurse infirmière f, actress actrice f",
    ),
    *_nouns(
        "act", "agreement accord m, treaty traité m, plan plan m, contract contrat m, law loi f, proposal proposition f"
    ),
    *_nouns("writing", "report rapport m, book livre m, letter lettre f, study étude f"),
    *_nouns(
        "body",
        "government gouvernement m, parliament parlement m, court tribunal m, commission commission f, bank banque f, "
        "company entreprise f, university université f",
    ),
    *_nouns("place", "village village m, city ville f, region région f"),
    *_nouns("building", "museum musée m, hotel hôtel m, hospital hôpital m, school école f, factory usine f"),
    *_nouns(
        "event", "summit sommet m, debate débat m, meeting réunion f, election élection f, conference conférence f"
    ),
    *_nouns("matter", "project projet m, tax impôt m, reform réforme f, policy politique f"),
    *_nouns("topic", "trade commerce m, energy énergie f, peace paix f, health santé f"),
)

ADJECTIVES = (
    *_adjectives(
        0,
        {
            "new nouveau": "person act writing body building event matter",
            "old vieux": "person place building",
            "former ancien": "person",
            "big grand": "body place building",
            "small petit": "body place building",
            "young jeune": "person",
            "good bon": "writing act person",
            "beautiful beau": "place building",
        },
    ),
    *_adjectives(
        1,
        {
            "important important": "act writing event body matter",
            "secret secret": "act writing event",
            "ambitious ambitieux": "act matter person",
            "famous célèbre": "person writing place building",
            "modern moderne": "building body",
            "difficult difficile": "event matter",
            "honest honnête": "person",
            "tired fatigué": "person",
        },
    ),
    *_adjectives(
        2,
        {
            "European européen": "person act body place matter event",
            "French français": "person act body place matter writing",
            "German allemand": "person act body place matter",
            "Italian italien": "person body place building writing",
            "American américain": "person act body matter event",
            "Greek grec": "person body place writing",
        },
    ),
    *_adjectives(
        3,
        {
            "economic économique": "act matter event",
            "political politique": "act event",
            "military militaire": "act matter event building",
            "social social": "act matter",
            "financial financier": "act matter event",
            "international international": "act event body",
            "public public": "body event building",
        },
    ),
)

SINGLE = ("Paul m", "Pierre m", "Anna f", "Claire f")
FAMILIES = ("Martin", "Dubois", "Moreau")
CITIES = ("Paris Paris", "London Londres", "Brussels Bruxelles", "Rome Rome", "Athens Athènes")
COUNTRIES = (
    *("France France f", "Germany Allemagne f", "Italy Italie f", "Spain Espagne f", "Hungary Hongrie f"),
    *("Portugal Portugal m", "Japan Japon m", "Canada Canada m"),
)

STATES = (("the United States", "les États-Unis", "0-0 1-1 2-1"), ("the Netherlands", "les Pays-Bas", "0-0 1-1"))
"""Countries whose names are plural and have an article in both languages."""
BODIES = (
    ("the European Union", "la Union européenne", "0-0 1-2 2-1", "", "f"),
    ("the African Union", "la Union africaine", "0-0 1-2 2-1", "", "f"),
    ("the United Nations", "les Nations unies", "0-0 1-2 2-1", "", "fp"),
    ("the Security Council", "le Conseil de sécurité", "0-0 1-3 2-1", "1-2", "m"),
    ("the National Security Council", "le Conseil national de sécurité", "0-0 1-2 2-4 3-1", "2-3", "m"),
    ("the European Council", "le Conseil européen", "0-0 1-2 2-1", "", "m"),
    ("the European Parliament", "le Parlement européen", "0-0 1-2 2-1", "", "m"),
    ("the National Assembly", "la Assemblée nationale", "0-0 1-2 2-1", "", "f"),
    ("the General Assembly", "la Assemblée générale", "0-0 1-2 2-1", "", "f"),
    ("the Red Cross", "la Croix-Rouge", "0-0 1-1 2-1", "", "f"),
)
"""Institutions that have a name of their own: both languages, sure links, possible ones, gender and number.

Their words come back in several names: which says which can only be learned from different company.
"""
AREAS = (
    ("the European Economic Area", "la zone économique européenne", "0-0 1-3 2-2 3-1"),
    ("the European Economic Community", "la Communauté économique européenne", "0-0 1-3 2-2 3-1"),
    ("the Economic Community", "la Communauté économique", "0-0 1-2 2-1"),
    ("the Euro Area", "la zone euro", "0-0 1-2 2-1"),
    ("the Common Market", "le Marché commun", "0-0 1-2 2-1"),
    ("the African Common Market", "le Marché commun africain", "0-0 1-3 2-2 3-1"),
    ("the Middle East", "le Moyen-Orient", "0-0 1-1 2-1"),
)
"""What an agreement may be about and that has a name of its own."""
