"""The verbs of `probe-phrases` and their forms in both languages."""

from dataclasses import dataclass

from regard.data.probes.phrase_lexicon import agreeing

IMPERFECT, FUTURE = ("ais", "ait", "ions", "aient"), ("ai", "a", "ons", "ont")
"""Ends for I, he or she, we, they."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of both languages, and who does it to what."""

    english: tuple[str, str, str, str]
    """Base, past, past participle, form in -ing."""
    infinitive: str
    present: tuple[str, str, str, str]
    """French forms for I, he or she, we, they."""
    participle: str
    future: str
    """The stem of the French future."""
    does: frozenset[str]
    """Kinds of nouns that can be its subject."""
    to: frozenset[str]
    """Kinds of nouns that can be its object; empty for an intransitive verb."""
    with_be: bool = False
    """True if French makes its past with *être*."""
    state: bool = False
    """True if its English simple past is a French imperfect: a state, not an event."""

    @property
    def base(self) -> str:
        """The English form of the dictionary."""
        return self.english[0]

    def present_english(self, singular: bool) -> str:
        """The English present, third person, or the form of all others."""
        if not singular:
            return self.base
        if self.base.endswith("y") and self.base[-2] not in "aeo":
            return f"{self.base[:-1]}ies"
        return f"{self.base}{'es' if self.base.endswith(('sh', 'o')) else 's'}"

    def finite(self, tense: str, person: int, plural: bool) -> str:
        """The French form in one word: present, imperfect or future."""
        place = 2 * plural + (person == 3)
        if tense == "present":
            return self.present[place]
        if tense == "future":
            return self.future + FUTURE[place]
        stem = "ét" if self.infinitive == "être" else self.present[2].removesuffix("ons")
        end = IMPERFECT[place]
        soft = stem[:-1] + "c" if stem.endswith("ç") else stem
        return (soft if end[0] == "i" else stem) + end

    def agreed(self, feminine: bool, plural: bool) -> str:
        """The French past participle."""
        return agreeing(self.participle)[2 * plural + feminine]


def _verb(
    english: str,
    french: str,
    does: str,
    to: str = "",
    *,
    present: str = "",
    participle: str = "",
    future: str = "",
    with_be: bool = False,
    state: bool = False,
) -> Verb:
    """A verb from its irregular forms; those that are not given follow the rules of verbs in -er, and of English."""
    base, *others = english.split()
    past = f"{base}d" if base.endswith("e") else f"{base}ed"
    ing = f"{base.removesuffix('e')}ing" if base != "see" else "seeing"
    own = tuple([base, past, past, ing][len(others) + 1 :])
    stem = french.removesuffix("er")
    we = f"{stem[:-1]}çons" if stem.endswith("c") else f"{stem}ons"
    forms = present.split() or [f"{stem}e", f"{stem}e", we, f"{stem}ent"]
    return Verb(
        english=_four((base, *others, *own)),
        infinitive=french,
        present=_four(forms),
        participle=participle or f"{stem}é",
        future=future or french.removesuffix("e"),
        does=frozenset(does.split()),
        to=frozenset(to.split()),
        with_be=with_be,
        state=state,
    )


def _four(forms: tuple[str, ...] | list[str]) -> tuple[str, str, str, str]:
    first, second, third, fourth = forms
    return first, second, third, fourth


BE = _verb("be was been being", "être", "", present="suis est sommes sont", participle="été", future="ser")
HAVE = _verb("have had had having", "avoir", "", present="ai a avons ont", participle="eu", future="aur")

_OURS = "person body"
TRANSITIVE = (
    _verb("sign", "signer", _OURS, "act writing"),
    _verb("publish", "publier", _OURS, "writing act"),
    _verb("approve", "approuver", _OURS, "act matter"),
    _verb("reject", "rejeter", _OURS, "act", present="rejette rejette rejetons rejettent", future="rejetter"),
    _verb("adopt", "adopter", "body", "act"),
    _verb(
        "write wrote written",
        "écrire",
        "person",
        "writing",
        present="écris écrit écrivons écrivent",
        participle="écrit",
    ),
    _verb(
        "support",
        "soutenir",
        _OURS,
        "act matter person event",
        present="soutiens soutient soutenons soutiennent",
        participle="soutenu",
        future="soutiendr",
    ),
    _verb(
        "build built built",
        "construire",
        _OURS,
        "building",
        present="construis construit construisons construisent",
        participle="construit",
    ),
    _verb("open", "ouvrir", _OURS, "building", present="ouvre ouvre ouvrons ouvrent", participle="ouvert"),
    _verb("organise", "organiser", _OURS, "event"),
    _verb("announce", "annoncer", _OURS, "event matter act"),
    _verb(
        "see saw seen",
        "voir",
        "person",
        "person building place",
        present="vois voit voyons voient",
        participle="vu",
        future="verr",
    ),
    _verb("invite", "inviter", _OURS, "person"),
    _verb("visit", "visiter", "person", "place building"),
)
ARRIVE = _verb("arrive", "arriver", "person", with_be=True)
COME = _verb(
    "come came come coming",
    "venir",
    "person",
    present="viens vient venons viennent",
    participle="venu",
    future="viendr",
    with_be=True,
)
GO = _verb(
    "go went gone",
    "aller",
    "person",
    present="vais va allons vont",
    participle="allé",
    future="ir",
    with_be=True,
)
LEAVE = _verb(
    "leave left left", "partir", "person", present="pars part partons partent", participle="parti", with_be=True
)
WORK = _verb("work", "travailler", "person")
SPEAK = _verb("speak spoke spoken", "parler", "person")
BEGIN = _verb("begin began begun beginning", "commencer", "event")
INTRANSITIVE = (ARRIVE, COME, GO, LEAVE, WORK, SPEAK, BEGIN)

CLAUSAL = (
    _verb("say said said", "dire", "person", present="dis dit disons disent", participle="dit"),
    _verb("think thought thought", "penser", "person", state=True),
    _verb("hope", "espérer", "person", present="espère espère espérons espèrent", participle="espéré", state=True),
)
"""Verbs that a sentence can follow, after *that*."""

MUST = _verb("must must must must", "devoir", _OURS, present="dois doit devons doivent", participle="dû", future="devr")
CAN = _verb("can can can can", "pouvoir", _OURS, present="peux peut pouvons peuvent", participle="pu", future="pourr")
WANT = _verb(
    "want",
    "vouloir",
    _OURS,
    present="veux veut voulons veulent",
    participle="voulu",
    future="voudr",
    state=True,
)
DECIDE = _verb("decide", "décider", _OURS)
"""Verbs that another follows: must and can bare, want with *to*, decide with *to* that is *de* in French."""

VERBS = (*TRANSITIVE, *INTRANSITIVE, *CLAUSAL, WANT, DECIDE)
