"""What `regard data` tells: which corpora are here, whether they are whole, and what their rows look like."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from regard.data.corpora import CORPORA, Entry, find, imdb_forms, open_corpus, place_of
from regard.data.corpora.imdb import PUBLISHED, digest
from regard.data.examples import Corpus, Labelled
from regard.errors import Mistake
from regard.files import sha256


@dataclass(frozen=True)
class Holding:
    """A corpus of the table, and where it lies on this machine."""

    entry: Entry
    path: Path | None
    """None where it was not found, and for a generated corpus."""

    @property
    def available(self) -> bool:
        """True if it can be opened now."""
        return self.path is not None or self.entry.generate is not None


@dataclass(frozen=True)
class Checksum:
    """A value that tells whether data is what was published."""

    what: str
    found: str
    expected: str

    @property
    def right(self) -> bool:
        """True if the two are equal."""
        return self.found == self.expected


@dataclass(frozen=True, kw_only=True)
class Check:
    """What reading a corpus through found."""

    corpus: str
    path: Path | None
    checksums: tuple[Checksum, ...] = ()
    counts: dict[str, dict[str, int]]
    """Examples per part and class."""
    repeated: dict[str, int]
    """Rows per part whose text stands in an earlier row of that part."""
    shared: dict[str, int]
    """Rows of one part whose text also stands in another, as `test in train`."""
    notes: tuple[str, ...] = ()

    @property
    def right(self) -> bool:
        """True if no checksum is wrong; where there is none to compare with, a note says so."""
        return all(checksum.right for checksum in self.checksums)


@dataclass(frozen=True)
class Shown:
    """One row of a corpus, to look at."""

    part: str
    label: str
    example: Labelled


def holdings() -> list[Holding]:
    """Every corpus of the table with the place where it was found."""
    return [Holding(entry, place_of(entry)) for entry in CORPORA.values()]


def check(name: str, *, text: str | None = None, label: str | None = None, seed: int = 0) -> Check:
    """Checksums, counts and duplicates of a corpus, known by name or in a table file."""
    entry = CORPORA.get(name)
    path = None if entry and entry.generate else find(name) if entry else Path(name)
    checksums = _checksums(name, path)
    if entry and not (entry.read or entry.generate):
        doubts = () if checksums else (f"the copy in {path} is not the published archive and could not be verified.",)
        return Check(corpus=name, path=path, checksums=checksums, counts={}, repeated={}, shared={}, notes=doubts)
    corpus = open_corpus(name, text=text, label=label, seed=seed)
    texts = {part: [example.text for example in examples] for part, examples in _parts(corpus).items()}
    pairs = [("validation", "train"), ("test", "train"), ("test", "validation")]
    return Check(
        corpus=corpus.name,
        path=path,
        checksums=checksums,
        counts={part: _counts(corpus, examples) for part, examples in _parts(corpus).items()},
        repeated={part: len(own) - len(set(own)) for part, own in texts.items()},
        shared={f"{a} in {b}": _inside(texts[a], set(texts[b])) for a, b in pairs},
        notes=corpus.notes,
    )


def show(name: str, rows: int = 5, *, text: str | None = None, label: str | None = None, seed: int = 0) -> list[Shown]:
    """A few rows of a corpus, drawn with the seed, the classes in turn."""
    if rows < 1:
        raise Mistake(f"{rows} rows cannot be shown; ask for 1 at least.")
    corpus = open_corpus(name, text=text, label=label, seed=seed)
    order = list(corpus.train)
    random.Random(seed).shuffle(order)
    by_class = [[row for row in order if row.label == label] for label in range(len(corpus.classes))]
    turns = [row for turn in zip_longest(*(own[:rows] for own in by_class)) for row in turn if row is not None]
    return [Shown("train", corpus.classes[row.label], row) for row in turns[:rows]]


def _checksums(name: str, path: Path | None) -> tuple[Checksum, ...]:
    """The archive's, where there is one, and those of what the reviews of IMDB say, whatever form they have."""
    if path is None:
        return ()
    found: list[Checksum] = []
    download = CORPORA[name].download if name in CORPORA else None
    if download:
        archives = [file for file in (path, path / download.name) if file.is_file()]
        found += [Checksum(file.name, sha256(file), download.sha256) for file in archives]
    if name == "imdb" or imdb_forms.recognised(path):
        for part, reviews in imdb_forms.labelled(path).items():
            found.append(Checksum(f"contents of {part}", digest(reviews), PUBLISHED[part].digest))
    return tuple(found)


def _parts(corpus: Corpus) -> dict[str, Sequence[Labelled]]:
    return {"train": corpus.train, "validation": corpus.validation, "test": corpus.test}


def _counts(corpus: Corpus, examples: Sequence[Labelled]) -> dict[str, int]:
    counts = Counter(example.label for example in examples)
    return {name: counts[label] for label, name in enumerate(corpus.classes)}


def _inside(texts: Sequence[str], others: set[str]) -> int:
    return sum(text in others for text in texts)
