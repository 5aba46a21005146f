"""Texts for language models: documents of any length, read piece by piece."""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

PIECE = 1 << 16
"""Characters of a document that are held at once."""

_BETWEEN_WORDS = re.compile(r".*[^\srR>](?=[ \n][^\s<])", re.DOTALL)
"""Up to the last single space or line feed between two words: no rule by which a text is cut into tokens looks across
it. What may stand in or beside `<br />`, which is white space, is left alone."""


class Piece(NamedTuple):
    """A part of a document, and whether the document ends with it."""

    text: str
    last: bool


@dataclass(frozen=True)
class Prose:
    """Documents that are read one after the other, as often as wanted, and need never be in memory together."""

    read: Callable[[], Iterator[Piece]] = lambda: iter(())
    """The documents from the first on, long ones in pieces."""

    def __iter__(self) -> Iterator[str]:
        """The documents, each whole."""
        return ("".join(parts) for parts in documents_of(self.read()))

    def texts(self) -> Iterator[str]:
        """The pieces, for those who need not know where a document ends."""
        return (piece.text for piece in self.read())

    def size(self) -> "Size":
        """Read through once: checksum and counts."""
        digest, documents, characters = hashlib.sha256(), 0, 0
        for piece in self.read():
            digest.update(piece.text.encode("utf-8", "surrogatepass"))
            digest.update(b"\0" if piece.last else b"")
            documents += piece.last
            characters += len(piece.text)
        return Size(digest.hexdigest(), documents, characters)


class Size(NamedTuple):
    """How much there is of a prose, and by what it is known again."""

    fingerprint: str
    documents: int
    characters: int


@dataclass(frozen=True, kw_only=True)
class Documents:
    """A corpus without labels, in three parts: learn from the first, choose on the second, report on the third."""

    name: str
    train: Prose
    validation: Prose
    test: Prose
    """May be empty; the notes say why."""
    notes: tuple[str, ...] = field(default=())
    """Facts about the data that a reader of the results must know."""

    def parts(self) -> dict[str, Prose]:
        """The three by their names."""
        return {"train": self.train, "validation": self.validation, "test": self.test}

    def fingerprint(self) -> str:
        """A checksum of the training part, by which a run knows its data again."""
        return self.train.size().fingerprint

    def sizes(self) -> dict[str, int]:
        """Documents per part."""
        return {name: prose.size().documents for name, prose in self.parts().items()}


def prose(texts: Sequence[str]) -> Prose:
    """Documents that are in memory; blank ones are left out."""
    return Prose(lambda: (piece for text in texts if text.strip() for piece in pieced([text])))


def documents_of(pieces: Iterable[Piece]) -> Iterator[Iterator[str]]:
    """The parts of each document; they are gone when the next one is asked for."""
    number = 0

    def document(piece: Piece) -> int:
        nonlocal number
        number += piece.last
        return number - piece.last

    return ((piece.text for piece in parts) for _, parts in groupby(pieces, key=document))


def pieced(document: Iterable[str]) -> Iterator[Piece]:
    """The pieces of a document that comes in parts, such as lines; its tokens are those of its pieces.

    A piece ends between two words; only where there are none for `PIECE` characters does it end anywhere.
    """
    held: list[str] = []
    size = 0
    for part in document:
        held.append(part)
        size += len(part)
        if size > 2 * PIECE:
            text, start = "".join(held), 0
            for end in _cuts(text):
                yield Piece(text[start:end], False)
                start = end
            held, size = [text[start:]], len(text) - start
    text, start = "".join(held), 0
    for end in _cuts(text):
        yield Piece(text[start:end], False)
        start = end
    yield Piece(text[start:], True)


def _cuts(text: str) -> Iterator[int]:
    """Where pieces end, as long as more than a piece is left."""
    start = 0
    while len(text) - start > PIECE:
        found = _BETWEEN_WORDS.match(text, start, start + PIECE + 1)
        start = found.end() if found else start + PIECE
        yield start
