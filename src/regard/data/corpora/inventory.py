"""What `regard data` tells: which corpora are here, whether they are whole, and what their rows look like."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from regard.data.corpora import CORPORA, Entry, find, imdb_forms, open_corpus, open_pairs, place_of
from regard.data.corpora.imdb import PUBLISHED, digest
from regard.data.examples import Corpus, Labelled, Pair, Pairs
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
        return self.path is not None or self.entry.generated


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
    """Examples per part and class; sentence pairs are all of one class, `pairs`."""
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
    """The class of a text, the two languages of a pair."""
    example: Labelled | Pair


def holdings() -> list[Holding]:
    """Every corpus of the table with the place where it was found."""
    return [Holding(entry, place_of(entry)) for entry in CORPORA.values()]


def is_pairs(name: str, source: str | None, target: str | None) -> bool:
    """True if a name means sentence pairs: it is known to, or columns or languages of pairs are named."""
    return bool(source or target) or (name in CORPORA and CORPORA[name].has_pairs)


def check(
    name: str,
    *,
    text: str | None = None,
    label: str | None = None,
    source: str | None = None,
    target: str | None = None,
    seed: int = 0,
) -> Check:
    """Checksums, counts and duplicates of a corpus, known by name or in files; `source` or `target` mean pairs."""
    entry = CORPORA.get(name)
    path = None if entry and entry.generated else find(name) if entry else Path(name)
    checksums = _checksums(name, path)
    if is_pairs(name, source, target):
        return _check_pairs(open_pairs(name, source=source, target=target, seed=seed), path, checksums)
    if entry and not entry.has_labels:
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


def _check_pairs(pairs: Pairs, path: Path | None, checksums: tuple[Checksum, ...]) -> Check:
    """What reading sentence pairs through found; it is the sources that may be repeated."""
    parts: dict[str, Sequence[Pair]] = {"train": pairs.train, "validation": pairs.validation, **pairs.tests}
    sources = {part: [pair.source for pair in own] for part, own in parts.items()}
    compared = [("validation", "train"), *((name, other) for name in pairs.tests for other in ("train", "validation"))]
    return Check(
        corpus=pairs.name,
        path=path,
        checksums=checksums,
        counts={part: {"pairs": len(own)} for part, own in parts.items()},
        repeated={part: len(own) - len(set(own)) for part, own in sources.items()},
        shared={f"{a} in {b}": _inside(sources[a], set(sources[b])) for a, b in compared},
        notes=pairs.notes,
    )


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
    """A few rows of a corpus, drawn with the seed, the classes in turn."""
    if rows < 1:
        raise Mistake(f"{rows} rows cannot be shown; ask for 1 at least.")
    if is_pairs(name, source, target):
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


def _checksums(name: str, path: Path | None) -> tuple[Checksum, ...]:
    """The archive's, where there is one, and those of what the reviews of IMDB say, whatever form they have."""
    if path is None:
        return ()
    found: list[Checksum] = []
    entry = CORPORA.get(name)
    for download in (*([entry.download] if entry and entry.download else []), *(entry.files if entry else ())):
        copies = [file for file in (path, path / download.name) if file.is_file()]
        found += [Checksum(file.name, sha256(file), download.sha256) for file in copies]
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
