"""What one example is, and what a corpus is."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

Span = tuple[int, int]
"""A half-open range of characters of a text."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text and its label."""

    text: str
    label: int
    """Index into the corpus's classes."""
    group: str = ""
    """Examples of one group (the reviews of one film) never stand on both sides of a split."""
    slices: tuple[str, ...] = ()
    """Named parts of the corpus that this example belongs to, such as a phenomenon of the probe."""
    rationale: tuple[Span, ...] = ()
    """The characters that decide the label, where they are known."""


@dataclass(frozen=True, kw_only=True)
class Corpus:
    """Labelled texts in three parts: learn from the first, choose on the second, report on the third."""

    name: str
    classes: tuple[str, ...]
    train: Sequence[Labelled]
    validation: Sequence[Labelled]
    test: Sequence[Labelled]
    notes: tuple[str, ...] = field(default=())
    """Facts about the data that a reader of the results must know."""

    def fingerprint(self) -> str:
        """A checksum of the training part, by which a run knows its data again."""
        digest = hashlib.sha256()
        for example in self.train:
            digest.update(f"{example.label}\0{example.text}\0".encode("utf-8", "surrogatepass"))
        return digest.hexdigest()

    def sizes(self) -> dict[str, int]:
        """Examples per part."""
        return {"train": len(self.train), "validation": len(self.validation), "test": len(self.test)}


Link = tuple[int, int]
"""A word of the source and the word of the target that says the same, both counted from 0, as `str.split()` cuts."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A sentence and its translation."""

    source: str
    target: str
    slices: tuple[str, ...] = ()
    """Named parts of the corpus that this pair belongs to, such as a phenomenon of the probe or a length."""
    alignment: frozenset[Link] | None = None
    """The sure links between words, where they are known: those that an aligner must find."""
    possible: frozenset[Link] | None = None
    """The links that an aligner may find, the sure ones among them; where not known, the sure ones alone may be."""


@dataclass(frozen=True, kw_only=True)
class Pairs:
    """Sentence pairs in three parts, the last of which may be several: learn, choose, report."""

    name: str
    languages: tuple[str, str]
    """Of the sources and of the targets, such as `("en", "fr")`."""
    train: Sequence[Pair]
    validation: Sequence[Pair]
    tests: dict[str, Sequence[Pair]]
    """Test sets by name, the most usual first."""
    notes: tuple[str, ...] = field(default=())
    """Facts about the data that a reader of the results must know."""

    @property
    def test(self) -> Sequence[Pair]:
        """The first of the test sets; empty where there is none."""
        return next(iter(self.tests.values()), ())

    def fingerprint(self) -> str:
        """A checksum of the training part, by which a run knows its data again."""
        digest = hashlib.sha256()
        for pair in self.train:
            digest.update(f"{pair.source}\0{pair.target}\0".encode("utf-8", "surrogatepass"))
        return digest.hexdigest()

    def sizes(self) -> dict[str, int]:
        """Pairs per part, every test set under its own name."""
        tests = {name: len(pairs) for name, pairs in self.tests.items()}
        return {"train": len(self.train), "validation": len(self.validation), **tests}
