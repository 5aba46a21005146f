"""Numbers on disk that grow chunk by chunk: what is written down is there, and what is damaged is found.

`tokens.bin` and `ends.bin` hold the numbers of all chunks end to end; a line of `chunks.jsonl` says how many a chunk
has and their checksum, and is written only once they have reached the disk. A process may be killed at any time.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regard.data.tokenising import Numbered
from regard.files import synced

TOKENS, ENDS, CHUNKS = "tokens.bin", "ends.bin", "chunks.jsonl"
_END = np.dtype("<i8")


class Spoilt(Exception):
    """What is written down cannot be true."""


class Line(NamedTuple):
    """What is written down of one chunk."""

    tokens: int
    documents: int
    sha256: str


class Ledger:
    """The chunks in a folder, those in order and whole, and those that are damaged."""

    def __init__(self, folder: Path, kind: np.dtype[Any]) -> None:
        self.folder, self.kind = folder, kind.newbyteorder("<")
        folder.mkdir(parents=True, exist_ok=True)
        for name in (TOKENS, ENDS, CHUNKS):
            (folder / name).touch()
        self.lines, self.done = self._written()
        self.damaged = {number for number, sha256 in enumerate(self._found()) if sha256 != self.lines[number].sha256}

    @property
    def complete(self) -> bool:
        """Whether nothing is missing or damaged."""
        return self.done and not self.damaged

    def wanted(self, number: int) -> bool:
        """Whether this chunk is missing or damaged."""
        return number in self.damaged or number >= len(self.lines)

    def write(self, number: int, made: Numbered) -> None:
        """Put a wanted chunk into its place: after the last, or over the damaged one."""
        before = self.lines[:number]
        start, first = sum(line.tokens for line in before), sum(line.documents for line in before)
        content = made.numbers.astype(self.kind).tobytes(), (made.ends + start).astype(_END).tobytes()
        line = Line(len(made.numbers), len(made.ends), _checksum(*content))
        if number < len(self.lines) and line != self.lines[number]:
            raise Spoilt
        _put(self.folder / TOKENS, start * self.kind.itemsize, content[0])
        _put(self.folder / ENDS, first * _END.itemsize, content[1])
        if number == len(self.lines):
            self._note(line._asdict())
            self.lines.append(line)
        self.damaged.discard(number)

    def close(self) -> None:
        """Write down that there are no more chunks."""
        if not self.done:
            self._note({"chunks": len(self.lines)})
            self.done = True

    def numbers(self) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """All of them, mapped into memory, and where each document begins, and the last ends."""
        tokens, documents = sum(line.tokens for line in self.lines), sum(line.documents for line in self.lines)
        if not documents:
            return np.zeros(0, dtype=self.kind), np.zeros(1, dtype=np.int64)
        ids = np.memmap(self.folder / TOKENS, dtype=self.kind, mode="r", shape=(tokens,))
        return ids, np.concatenate([[0], np.fromfile(self.folder / ENDS, dtype=_END, count=documents)])

    def _note(self, line: dict[str, Any]) -> None:
        with (self.folder / CHUNKS).open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(line) + "\n")
        synced(self.folder / CHUNKS)

    def _written(self) -> tuple[list[Line], bool]:
        """The lines up to the first that is not whole, which is cut off with all after it."""
        file = self.folder / CHUNKS
        lines: list[Line] = []
        done, good = False, 0
        with file.open("rb") as stream:
            for row in stream:
                try:
                    said = json.loads(row)
                    done = said.get("chunks") == len(lines)
                    if not done:
                        lines.append(Line(int(said["tokens"]), int(said["documents"]), str(said["sha256"])))
                except (ValueError, LookupError, AttributeError, TypeError):
                    break
                if not row.endswith(b"\n"):
                    lines, done = lines[: len(lines) - (not done)], False
                    break
                good += len(row)
        with file.open("r+b") as stream:
            stream.truncate(good)
        return lines, done

    def _found(self) -> Iterator[str]:
        """The checksum of every chunk that is written down."""
        with (self.folder / TOKENS).open("rb") as tokens, (self.folder / ENDS).open("rb") as ends:
            for line in self.lines:
                yield _checksum(
                    tokens.read(line.tokens * self.kind.itemsize), ends.read(line.documents * _END.itemsize)
                )


def _checksum(tokens: bytes, ends: bytes) -> str:
    digest = hashlib.sha256(tokens)
    digest.update(ends)
    return digest.hexdigest()


def _put(file: Path, place: int, content: bytes) -> None:
    with file.open("r+b") as stream:
        stream.seek(place)
        stream.write(content)
    synced(file)
