"""From pieces of text to tokens, in this process or in several."""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regard.data.documents import Piece
from regard.text.tokenizer import Tokenizer
from regard.workers import hired

PATIENCE = 5.0
"""Seconds that a worker has to go home."""


class Chunk(NamedTuple):
    """Pieces that are made into tokens together."""

    pieces: list[Piece]
    begins: bool
    """Whether a document begins with the first piece."""

    @property
    def characters(self) -> int:
        """Of all pieces."""
        return sum(len(piece.text) for piece in self.pieces)


class Tokens(NamedTuple):
    """The tokens of a chunk."""

    ids: NDArray[Any]
    ends: NDArray[np.int64]
    """How many tokens there are up to the end of each document that ends here."""


@dataclass(frozen=True)
class Borders:
    """Which tokens are put around each document."""

    begin: bool = False
    end: bool = True


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


def tokenise(tokenizer: Tokenizer, chunk: Chunk, borders: Borders) -> Tokens:
    """The tokens of a chunk, bordered."""
    ids, offsets = tokenizer.encode_many([piece.text for piece in chunk.pieces])
    last = np.array([piece.last for piece in chunk.pieces])
    first = np.concatenate([[chunk.begins], last[:-1]])
    ends, begins = last & borders.end, first & borders.begin
    places = np.concatenate([offsets[1:][ends], offsets[:-1][begins]])
    if len(places):
        marks = [tokenizer.end_id] * int(ends.sum()) + [tokenizer.begin_id] * int(begins.sum())
        ids = np.insert(ids, places, marks)
    added = np.cumsum(ends) + np.cumsum(begins)
    kind = np.uint16 if tokenizer.size <= 1 << 16 else np.uint32
    return Tokens(ids.astype(kind), (offsets[1:] + added)[last].astype(np.int64))


def shared_out(
    chunks: Iterable[Chunk], tokenizer: Tokenizer, borders: Borders, processes: int
) -> Iterator[tuple[Chunk, Tokens]]:
    """Every chunk with its tokens, in order; with more than one process, as many chunks at once.

    A worker is given a chunk only when it waits for one, so that neither side ever blocks the other.
    """
    if processes == 1:
        yield from ((chunk, tokenise(tokenizer, chunk, borders)) for chunk in chunks)
        return
    with hired(processes, PATIENCE, _work, type(tokenizer), tokenizer.to_json(), borders) as pipes:
        busy: deque[tuple[Connection, Chunk]] = deque()
        for chunk in chunks:
            pipe = pipes[len(busy)] if len(busy) < len(pipes) else busy[0][0]
            if len(busy) == len(pipes):
                yield busy.popleft()[1], _received(pipe)
            pipe.send(chunk)
            busy.append((pipe, chunk))
        for pipe, chunk in busy:
            yield chunk, _received(pipe)


def _received(pipe: Connection) -> Tokens:
    try:
        said = pipe.recv()
    except (EOFError, ConnectionError) as error:
        raise RuntimeError("a process that cut texts into tokens was killed; was there memory left?") from error
    if isinstance(said, Exception):
        raise said
    return said


def _work(pipe: Connection, kind: type[Tokenizer], rules: str, borders: Borders) -> None:
    """Make tokens of what the pipe brings until nobody is at its other end any more; one thread, no Ctrl-C."""
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    ours = kind.from_json(rules)
    try:
        while True:
            chunk = pipe.recv()
            try:
                pipe.send(tokenise(ours, chunk, borders))
            except (ValueError, MemoryError) as error:
                pipe.send(error)
    except (EOFError, ConnectionError):
        return
