"""The lines of a text file that somebody else wrote: decoded, bounded, and refused with a reason."""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from regard.errors import Mistake

LONGEST = 64 << 20
"""Bytes that one line may have."""

_UTF8_MARK = b"\xef\xbb\xbf"
_GZIP_MARK = b"\x1f\x8b"
_WIDE_MARKS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


def lines(file: Path, *, cut: int = 0) -> Iterator[str]:
    """The lines of a UTF-8 file, plain or `.gz`, each with its line feed, which alone ends a line.

    With `cut`, a line of more bytes than that comes in parts, which end between words where there are any.
    """
    try:
        with _open(file) as stream:
            yield from _decoded(file, stream, cut)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise Mistake(f"{file} is cut short or not a gzip file; copy it again.") from error
    except OSError as error:
        raise Mistake(f"{file} cannot be read: {error.strerror or error}.") from error


def plain_file(file: Path) -> Path:
    """A path, once it is known to name a file with something in it."""
    if file.is_dir():
        raise Mistake(f"{file} is a folder; name a file in it that ends in .csv, .tsv, .jsonl or .parquet.")
    if not file.exists():
        near = [other.name for other in sorted(file.parent.glob(f"{file.stem}*")) if other.is_file()][:3]
        hint = f"beside it there is {', '.join(near)}" if near else "check the spelling and the folder"
        raise Mistake(f"there is no file {file}; {hint}.")
    if not file.is_file():
        raise Mistake(f"{file} is not a plain file (it may be a pipe); save the table to a file and name that.")
    if file.stat().st_size == 0:
        raise Mistake(f"{file} is empty; it needs a line with column names, then one example a line.")
    return file


def _open(file: Path) -> BinaryIO:
    return cast(BinaryIO, gzip.open(file, "rb")) if file.suffix == ".gz" else file.open("rb")


def _convert(file: Path, encoding: str) -> str:
    if file.suffix == ".gz":
        return f"convert it with `zcat {file.name} | iconv -f {encoding} -t UTF-8 > new{Path(file.stem).suffix}`"
    return f"convert it with `iconv -f {encoding} -t UTF-8 {file.name} > new{file.suffix}`"


def _decoded(file: Path, stream: BinaryIO, cut: int) -> Iterator[str]:
    number, offset, rest, most = 1, 0, b"", cut or LONGEST
    while line := rest + stream.readline(most + 1 - len(rest)):
        rest, skip = b"", 0
        if not offset:
            for mark, name in _WIDE_MARKS.items():
                if line.startswith(mark):
                    raise Mistake(f"{file} is written in {name}, not UTF-8; {_convert(file, name)}.")
            if line.startswith(_GZIP_MARK):
                raise Mistake(f"{file} is compressed by gzip; end its name in .gz, and it is read as it is.")
            skip = len(_UTF8_MARK) if line.startswith(_UTF8_MARK) else 0
        if len(line) > most and not line.endswith(b"\n"):
            if not cut:
                raise Mistake(f"{file}, line {number} is longer than {LONGEST >> 20} MiB; is this a table of texts?")
            end = _between(line)
            line, rest = line[:end], line[end:]
        if b"\0" in line:
            raise Mistake(
                f"{file}, line {number} holds a NUL byte (at byte {offset + line.index(0)}): this is a "
                "binary file, not text; save it as text in UTF-8, a table as CSV."
            )
        try:
            yield line[skip:].decode("utf-8")
        except UnicodeDecodeError as error:
            at = skip + error.start
            raise Mistake(
                f"{file}, line {number} is not UTF-8 (byte 0x{line[at]:02x} at byte {offset + at}); if an "
                f"older Windows program wrote it, {_convert(file, 'WINDOWS-1252')}."
            ) from error
        offset += len(line)
        number += line.endswith(b"\n")


def _between(line: bytes) -> int:
    """Where a line can be cut: before its last space, or else before its last character."""
    end = line.rfind(b" ", 1)
    if end < 0:
        end = len(line) - 1
        while end > 1 and line[end] & 0xC0 == 0x80:
            end -= 1
    return end
