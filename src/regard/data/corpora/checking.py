"""Reading a corpus through: whether it is whole, what it holds, and what stands in it twice."""

import gzip
import hashlib
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from regard.data.corpora import imdb_forms
from regard.data.corpora.imdb import PUBLISHED, digest
from regard.data.corpora.kinds import kind_of
from regard.data.corpora.named import CORPORA, find
from regard.data.corpora.opening import open_corpus, open_language, open_pairs, open_preferences
from regard.data.examples import Corpus, Labelled
from regard.files import sha256


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
    """Examples per part and class; what has no classes is all of one, such as `pairs`."""
    repeated: dict[str, int]
    """Rows per part whose text stands in an earlier row of that part."""
    shared: dict[str, int]
    """Rows of one part whose text also stands in another, as `test in train`."""
    notes: tuple[str, ...] = ()

    @property
    def right(self) -> bool:
        """True if no checksum is wrong; where there is none to compare with, a note says so."""
        return all(checksum.right for checksum in self.checksums)


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
    kind = kind_of(name, source, target)
    if kind == "vectors":
        doubts = () if checksums else (f"the copy in {path} is not the published archive and could not be verified.",)
        return Check(corpus=name, path=path, checksums=checksums, counts={}, repeated={}, shared={}, notes=doubts)
    if kind == "pairs":
        pairs = open_pairs(name, source=source, target=target, seed=seed)
        parts = {"train": pairs.train, "validation": pairs.validation, **pairs.tests}
        keys = {part: [pair.source for pair in own] for part, own in parts.items()}
        return _check(pairs.name, path, checksums, keys, pairs.notes, unit="pairs")
    if kind == "documents":
        documents = open_language(name, text=text, seed=seed)
        keys = {part: [_brief(document) for document in own] for part, own in documents.parts().items()}
        sizes = {part: own.size().characters for part, own in documents.parts().items()}
        counted = f"characters: {', '.join(f'{size:,} in {part}' for part, size in sizes.items() if size)}."
        return _check(documents.name, path, checksums, keys, (*documents.notes, counted), unit="documents")
    if kind == "preferences":
        preferences = open_preferences(name, seed=seed)
        keys = {part: [row.prompt for row in own] for part, own in preferences.parts().items()}
        return _check(preferences.name, path, checksums, keys, preferences.notes, unit="preferences")
    corpus = open_corpus(name, text=text, label=label, seed=seed)
    parts = {"train": corpus.train, "validation": corpus.validation, "test": corpus.test}
    keys = {part: [example.text for example in own] for part, own in parts.items()}
    counts = {part: _counts(corpus, own) for part, own in parts.items()}
    return _check(corpus.name, path, checksums, keys, corpus.notes, counts=counts)


def _check(
    name: str,
    path: Path | None,
    checksums: tuple[Checksum, ...],
    keys: dict[str, list[str]],
    notes: tuple[str, ...],
    *,
    unit: str = "",
    counts: dict[str, dict[str, int]] | None = None,
) -> Check:
    """What was found, given what of every row may be repeated; two test sets are not compared with each other."""
    pairs = [(b, a) for a, b in combinations(keys, 2) if a in ("train", "validation")]
    pairs.sort(key=lambda pair: list(keys).index(pair[0]))
    sets = {part: set(own) for part, own in keys.items()}
    return Check(
        corpus=name,
        path=path,
        checksums=checksums,
        counts=counts or {part: {unit: len(own)} for part, own in keys.items()},
        repeated={part: len(own) - len(sets[part]) for part, own in keys.items()},
        shared={f"{a} in {b}": sum(key in sets[b] for key in keys[a]) for a, b in pairs},
        notes=notes,
    )


def _brief(document: str) -> str:
    """What a document is known again by, however long it is."""
    return hashlib.sha256(document.encode("utf-8", "surrogatepass")).hexdigest()


def _checksums(name: str, path: Path | None) -> tuple[Checksum, ...]:
    """The archive's, where there is one, and those of what the reviews of IMDB say, whatever form they have."""
    if path is None:
        return ()
    found: list[Checksum] = []
    entry = CORPORA.get(name)
    for download in (*([entry.download] if entry and entry.download else []), *(entry.files if entry else ())):
        for file in (path, path / download.name, path / f"{download.name}.gz"):
            if file.is_file():
                packed = file.name == f"{download.name}.gz"
                found.append(Checksum(file.name, _unpacked(file) if packed else sha256(file), download.sha256))
    if name == "imdb" or imdb_forms.recognised(path):
        for part, reviews in imdb_forms.labelled(path).items():
            found.append(Checksum(f"contents of {part}", digest(reviews), PUBLISHED[part].digest))
    return tuple(found)


def _unpacked(file: Path) -> str:
    """The checksum of what a `.gz` file holds; that of the file itself where it is damaged."""
    try:
        with gzip.open(file, "rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except (EOFError, gzip.BadGzipFile, zlib.error):
        return sha256(file)


def _counts(corpus: Corpus, examples: Sequence[Labelled]) -> dict[str, int]:
    counts = Counter(example.label for example in examples)
    return {name: counts[label] for label, name in enumerate(corpus.classes)}
