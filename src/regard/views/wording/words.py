"""What the views say: one table of sentences in English and French."""

import re
import unicodedata

from regard.errors import unknown
from regard.views.wording import (
    alignment,
    answers,
    arithmetic,
    audit,
    audit_standing,
    bleu,
    captions,
    compared,
    depths,
    designs,
    evaluated,
    explaining,
    head_report,
    heads,
    labels,
    looking,
    maps,
    models,
    parts,
    perplexity,
    positions,
    sentences,
    transformers,
    translation,
)

LANGUAGES = ("en", "fr")
NARROW = "\u202f"
WIDE = "\u00a0"
BROKEN = ("Cc", "Cs")
NEVER = "\ufffe\uffff"
"""What XML forbids though it is no control character."""


TOPICS = (
    audit,
    audit_standing,
    labels,
    captions,
    sentences,
    looking,
    models,
    parts,
    alignment,
    depths,
    positions,
    heads,
    arithmetic,
    bleu,
    translation,
    perplexity,
    answers,
    transformers,
    designs,
    evaluated,
    maps,
    explaining,
    compared,
    head_report,
)


def french(text: str) -> str:
    """The text with French spaces that do not break, and its apostrophe."""
    text = re.sub(r" ([;!?])", NARROW + r"\1", text)
    text = re.sub(r" ([:%»])", WIDE + r"\1", text)
    return text.replace("« ", "«" + WIDE).replace("'", "’")


def english(text: str) -> str:
    """The text with a space that does not break before the percent sign, and its apostrophe."""
    return text.replace(" %", WIDE + "%").replace("'", "’")


TABLE: dict[str, dict[str, str]] = {
    key: {"en": english(pair[0]), "fr": french(pair[1])} for topic in TOPICS for key, pair in topic.TABLE.items()
}


def checked(lang: str) -> str:
    """The language, if the views speak it."""
    if lang not in LANGUAGES:
        raise unknown("language", lang, LANGUAGES)
    return lang


def say(lang: str, key: str, **values: str) -> str:
    """The sentence or label of that name, with its blanks filled."""
    return TABLE[key][checked(lang)].format_map(values)


def varied(lang: str, key: str, variant: str, **values: str) -> str:
    """The sentence of that name and variant where there is one, else the plain sentence of that name."""
    return say(lang, key + variant if key + variant in TABLE else key, **values)


def named(text: str) -> str:
    """A name as data give it, readable: `word-order` becomes `word order`, `1-100` stays."""
    return re.sub(r"(?<=[^\W\d])[-_](?=[^\W\d])", " ", clean(text))


def clean(text: str) -> str:
    """The text without what no file format takes: control characters, halves of characters, the two non-characters."""
    return "".join(c if c in "\n\t" or not (unicodedata.category(c) in BROKEN or c in NEVER) else "�" for c in text)


def shorten(text: str, length: int = 24) -> str:
    """The text on one line, cut where it is longer than that."""
    text = " ".join(clean(text).split())
    return text if len(text) <= length else text[: length - 1] + "…"
