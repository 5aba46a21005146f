"""From pieces of text to numbers, such as their tokens, in this process or in several."""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from regard.data.documents import Piece
from regard.text.tokenizer import Tokenizer
from regard.workers import hired

PATIENCE = 5.0
"""Seconds that a worker has to go home."""


class Chunk(NamedTuple):
    """Pieces that are made into numbers together."""

    pieces: list[Piece]
    begins: bool
    """Whether a document begins with the first piece."""

    @property
    def characters(self) -> int:
        """Of all pieces."""
        return sum(len(piece.text) for piece in self.pieces)


class Numbered(NamedTuple):
    """The numbers of a chunk."""

    numbers: NDArray[Any]
    ends: NDArray[np.int64]
    """How many of them there are up to the end of each document that ends here."""


class Maker(Protocol):
    """What makes numbers of a chunk. It is sent to other processes; what it prints as tells what it makes."""

    def kind(self, tokenizer: Tokenizer) -> np.dtype[Any]:
        """Of the numbers."""
        ...

    def __call__(self, tokenizer: Tokenizer, chunk: Chunk) -> Numbered:
        """Those of a chunk, whatever came before it."""
        ...


@dataclass(frozen=True)
class Borders:
    """Makes tokens, with these around each document."""

    begin: bool = False
    end: bool = True

    def kind(self, tokenizer: Tokenizer) -> np.dtype[Any]:
        """The smallest that holds every id."""
        return np.dtype(np.uint16 if tokenizer.size <= 1 << 16 else np.uint32)

    def __call__(self, tokenizer: Tokenizer, chunk: Chunk) -> Numbered:
        """The tokens of a chunk, bordered."""
        ids, offsets = tokenizer.encode_many([piece.text for piece in chunk.pieces])
        last = np.array([piece.last for piece in chunk.pieces])
        first = np.concatenate([[chunk.begins], last[:-1]])
        ends, begins = last & self.end, first & self.begin
        places = np.concatenate([offsets[1:][ends], offsets[:-1][begins]])
        if len(places):
            marks = [tokenizer.end_id] * int(ends.sum()) + [tokenizer.begin_id] * int(begins.sum())
            ids = np.insert(ids, places, marks)
        added = np.cumsum(ends) + np.cumsum(begins)
        return Numbered(ids.astype(self.kind(tokenizer)), (offsets[1:] + added)[last].astype(np.int64))


def chunked(pieces: Iterable[Piece], characters: int) -> Iterator[Chunk]:
    """Chunks of at least so many characters, but for the last; where one ends depends on the text alone."""
    held: list[Piece] = []
    size, begins = 0, True
    for piece in pieces:
        held.append(piece)
        size += len(piece.text)
        if size >= characters:
            yield Chunk(held, begins)
            begins = piece.last
            held, size = [], 0
    if held:
        yield Chunk(held, begins)


def shared_out(
    chunks: Iterable[Chunk], tokenizer: Tokenizer, maker: Maker, processes: int
) -> Iterator[tuple[Chunk, Numbered]]:
    """Every chunk with its numbers, in order; with more than one process, as many chunks at once.

    A worker is given a chunk only when it waits for one, so that neither side ever blocks the other.
    """
    if processes == 1:
        yield from ((chunk, maker(tokenizer, chunk)) for chunk in chunks)
        return
    with hired(processes, PATIENCE, _work, type(tokenizer), tokenizer.to_json(), maker) as pipes:
        busy: deque[tuple[Connection, Chunk]] = deque()
        for chunk in chunks:
            pipe = pipes[len(busy)] if len(busy) < len(pipes) else busy[0][0]
            if len(busy) == len(pipes):
                yield busy.popleft()[1], _received(pipe)
            pipe.send(chunk)
            busy.append((pipe, chunk))
        for pipe, chunk in busy:
            yield chunk, _received(pipe)


def _received(pipe: Connection) -> Numbered:
    try:
        said = pipe.recv()
    except (EOFError, ConnectionError) as error:
        raise RuntimeError("a process that tokenises texts was killed, probably out of memory") from error
    if isinstance(said, Exception):
        raise said
    return said


def _work(pipe: Connection, kind: type[Tokenizer], rules: str, maker: Maker) -> None:
    """Make numbers of what the pipe brings until nobody is at its other end any more; one thread, no Ctrl-C."""
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    ours = kind.from_json(rules)
    try:
        while True:
            chunk = pipe.recv()
            try:
                pipe.send(maker(ours, chunk))
            except (ValueError, MemoryError) as error:
                pipe.send(error)
    except (EOFError, ConnectionError):
        return
