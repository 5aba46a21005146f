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
