"""The last documents of a text held out: to choose on, and after them to report on."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from regard.data.documents import Documents, Piece, Prose, documents_of, pieced
from regard.errors import Mistake

SHARE = 0.05
"""Of all characters, for validation and for test each."""
LARGEST = 2_000_000
"""Characters that are held out at most, twice: more would only take time."""
FEWEST = 10
"""Documents from which on whole ones are held out; of fewer, the last lines are."""

Read = Callable[[], Iterator[Piece]]


class Stretch(NamedTuple):
    """Which documents, or which lines, make up a part."""

    first: int
    after: int
    of_lines: bool


def parted(name: str, read: Read, *, notes: Sequence[str], where: str) -> Documents:
    """The documents that `read` gives line by line, in three parts."""
    documents, lines, characters = 0, 0, 0
    for piece in read():
        documents += piece.last
        lines += 1
        characters += len(piece.text)
    if not documents:
        raise Mistake(f"{where} holds no text; write some into it.")
    of_lines = documents < FEWEST
    units, unit = (lines, "lines") if of_lines else (documents, "documents")
    if units < 3:
        few = f"{units} {unit}" if units > 1 else f"one {unit.removesuffix('s')}"
        raise Mistake(
            f"{where} holds {few} only, and none can be held out; it needs 3 at least, and many more to learn from."
        )
    held = min(SHARE * characters, LARGEST)
    early, late = _reached(read(), of_lines, (characters - 2 * held, characters - held))
    validation = min(max(early, 1), units - 2)
    test = min(max(late, validation + 1), units - 1)
    cuts = (0, validation, test, units)
    parts = [Stretch(first, after, of_lines) for first, after in pairwise(cuts)]
    counts = [f"{after - first:,}" for first, after, _ in parts]
    told = f"{unit} in their order: {counts[0]} to learn from, {counts[1]} to choose on, the last {counts[2]} to test."
    train, chosen, tested = (Prose(_reading(read, part)) for part in parts)
    return Documents(name=name, train=train, validation=chosen, test=tested, notes=(*notes, told))


def _reached(pieces: Iterator[Piece], of_lines: bool, marks: tuple[float, float]) -> tuple[int, int]:
    """How many documents, or lines, it takes to reach so many characters."""
    counts = [0, 0]
    size, ends = 0, True
    for piece in pieces:
        if ends:
            counts = [count + (size < mark) for count, mark in zip(counts, marks, strict=True)]
        size += len(piece.text)
        ends = of_lines or piece.last
    return counts[0], counts[1]


def _reading(read: Read, part: Stretch) -> Read:
    """A way to read one part, in pieces."""
    return lambda: (piece for document in documents_of(_inside(read(), part)) for piece in pieced(document))


def _inside(pieces: Iterator[Piece], part: Stretch) -> Iterator[Piece]:
    """The lines of a part; where it ends, a document does."""
    number = 0
    for piece in pieces:
        if number >= part.after:
            return
        if number >= part.first:
            yield Piece(piece.text, piece.last or (part.of_lines and number == part.after - 1))
        number += part.of_lines or piece.last
