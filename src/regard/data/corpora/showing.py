"""A few rows of a corpus, to look at."""

import random
from dataclasses import dataclass
from itertools import islice, zip_longest

from regard.data.answers import Preference
from regard.data.corpora.kinds import kind_of
from regard.data.corpora.opening import open_corpus, open_language, open_pairs, open_preferences
from regard.data.examples import Labelled, Pair
from regard.errors import Mistake

SHOWN = 500
"""Characters of a document that are shown."""


@dataclass(frozen=True, slots=True)
class Opening:
    """How a document begins."""

    text: str


@dataclass(frozen=True)
class Shown:
    """One row of a corpus, to look at."""

    part: str
    label: str
    """The class of a text, the two languages of a pair, or what it is."""
    example: Labelled | Pair | Opening | Preference


def show(
    name: str,
    rows: int = 5,
    *,
    text: str | None = None,
    label: str | None = None,
    source: str | None = None,
    target: str | None = None,
    seed: int = 0,
) -> list[Shown]:
    """A few rows of a corpus, drawn with the seed, the classes in turn; of documents, how the first ones begin."""
    if rows < 1:
        raise Mistake(f"{rows} rows cannot be shown; ask for 1 at least.")
    kind = kind_of(name, source, target)
    if kind == "documents":
        documents = open_language(name, text=text, seed=seed)
        return [Shown("train", "document", Opening(_opening(one))) for one in islice(documents.train, rows)]
    if kind == "preferences":
        preferences = list(open_preferences(name, seed=seed).train)
        random.Random(seed).shuffle(preferences)
        return [Shown("train", "preference", row) for row in preferences[:rows]]
    if kind == "pairs":
        pairs = open_pairs(name, source=source, target=target, seed=seed)
        part, drawn = ("train", list(pairs.train)) if pairs.train else ("test", list(pairs.test))
        random.Random(seed).shuffle(drawn)
        return [Shown(part, " → ".join(pairs.languages), pair) for pair in drawn[:rows]]
    corpus = open_corpus(name, text=text, label=label, seed=seed)
    order = list(corpus.train)
    random.Random(seed).shuffle(order)
    by_class = [[row for row in order if row.label == label] for label in range(len(corpus.classes))]
    turns = [row for turn in zip_longest(*(own[:rows] for own in by_class)) for row in turn if row is not None]
    return [Shown("train", corpus.classes[row.label], row) for row in turns[:rows]]


def _opening(document: str) -> str:
    return document if len(document) <= SHOWN else f"{document[:SHOWN]} …"
