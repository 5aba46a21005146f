"""Files of word vectors: on each line a word and its numbers, as GloVe and word2vec write them.

Lines end with U+000A only and fields with one blank: a word may hold U+0085 or a no-break space.
"""

import gzip
import lzma
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Protocol

import numpy as np

from regard.errors import Mistake
from regard.text.vectors.lines import Matrix, Table


class _Readable(Protocol):
    """A stream of bytes."""

    def read(self, size: int, /) -> bytes:
        """At most so many bytes; none at the end."""
        ...


_CHUNK = 1 << 22
_DAMAGE = (
    EOFError,
    NotImplementedError,
    lzma.LZMAError,
    zlib.error,
    gzip.BadGzipFile,
    zipfile.BadZipFile,
)
_FETCH = "get it again (GloVe: `regard data fetch glove`)"


def read_vectors(
    path: Path, dimension: int | None, progress: Callable[[float], None] | None
) -> tuple[list[str], Matrix]:
    """All words of a `.txt`, `.gz`, `.xz` or `.zip` file and their vectors.

    A zip may hold several files, of which `dimension` chooses one. `progress` is told the share that has been read.
    """
    words: list[str] = []
    blocks: list[Matrix] = []
    with _complaining(path), ExitStack() as opened:
        stream, name, share = _open(path, dimension, opened)
        table = Table(name)
        for lines in _lines(stream, name):
            some, numbers = table.parse(lines)
            words.extend(some)
            blocks.append(numbers)
            if progress is not None:
                progress(share())
    if not words:
        raise Mistake(f"{name} is empty; a file of vectors has a word and its numbers on each line.")
    if dimension not in (None, table.dimension):
        raise Mistake(f"{name} holds vectors of {table.dimension} numbers, not {dimension}; choose another file.")
    return words, np.concatenate(blocks)


@contextmanager
def _complaining(path: Path) -> Generator[None]:
    try:
        yield
    except _DAMAGE as error:
        raise Mistake(f"{path} is cut short or damaged ({error}); {_FETCH}.") from error
    except OSError as error:
        raise Mistake(f"{path} cannot be read ({error.strerror or error}); {_FETCH}.") from error


def _open(path: Path, dimension: int | None, opened: ExitStack) -> tuple[_Readable, str, Callable[[], float]]:
    """The unpacked stream, its name for messages, and how much of it has been read."""
    suffix = path.suffix.lower()
    if suffix == ".zip":
        archive = opened.enter_context(zipfile.ZipFile(path))
        member = _member(archive, path, dimension)
        inner = opened.enter_context(archive.open(member))
        return inner, f"{path}/{member.filename}", lambda: inner.tell() / member.file_size
    raw = opened.enter_context(path.open("rb"))
    size = path.stat().st_size

    def share() -> float:
        return raw.tell() / size

    if suffix == ".gz":
        return opened.enter_context(gzip.GzipFile(fileobj=raw)), str(path), share
    if suffix == ".xz":
        return opened.enter_context(lzma.LZMAFile(raw)), str(path), share
    return raw, str(path), share


def _member(archive: zipfile.ZipFile, path: Path, dimension: int | None) -> zipfile.ZipInfo:
    """The one file in a zip that holds vectors of this dimension, or the one that holds any."""
    inside: list[tuple[int, zipfile.ZipInfo]] = []
    for member in archive.infolist():
        name = Path(member.filename).name
        if name.endswith((".txt", ".vec")) and not name.startswith("."):
            with archive.open(member) as stream:
                table = Table(f"{path}/{member.filename}")
                table.parse([stream.readline(_CHUNK).rstrip(b"\n")])
            inside.append((table.dimension, member))
    names = ", ".join(f"{member.filename} ({size})" for size, member in inside) or "nothing of the kind"
    chosen = [member for size, member in inside if dimension in (None, size)]
    if not chosen:
        asked = "" if dimension is None else f" of {dimension} numbers"
        raise Mistake(f"{path} holds no vectors{asked}, only {names}.")
    if len(chosen) > 1:
        raise Mistake(f"{path} holds several files of vectors, {names}; say which dimension to read.")
    return chosen[0]


def _lines(stream: _Readable, name: str) -> Iterator[list[bytes]]:
    """Whole lines, some megabytes at a time."""
    rest = b""
    while piece := stream.read(_CHUNK):
        *lines, rest = (rest + piece).split(b"\n")
        if b"\0" in piece or len(rest) >= _CHUNK:
            raise Mistake(f"{name} is binary; a file of vectors is text, a word and its numbers on each line.")
        if lines:
            yield lines
    if rest:
        yield [rest]
