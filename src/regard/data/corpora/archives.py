"""Unpacking an archive that somebody else packed, so that it can write nowhere but into its own new folder.

Only plain files and folders come out. Everything else is refused with the name of the member: a path that leads
out, a link, a device, a name that occurs twice or twice but for its capitals, more files or bytes than declared.
Either the whole archive is unpacked or nothing of it.
"""

import gzip
import io
import stat
import tarfile
import tempfile
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any

from regard.errors import Mistake

_CHUNK = 1 << 20
_HEADERS = 4096
"""Bytes that a tar archive may spend on describing one member."""


@dataclass(frozen=True)
class Limits:
    """The most that an archive may hold."""

    members: int
    size: int
    """Bytes of all files together, unpacked."""


@dataclass(frozen=True)
class _Member:
    """A file of an archive, or a folder, which has no stream."""

    name: str
    size: int
    stream: IO[bytes] | None


def extract(archive: Path, to: Path, limits: Limits) -> Path:
    """The new folder `to`, filled from a `.tar.gz` or `.zip` archive."""
    if to.exists():
        raise Mistake(f"{to} exists already; remove it first to unpack {archive.name} again.")
    to.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{to.name}.", dir=to.parent) as temporary:
        inside = Path(temporary) / "inside"
        inside.mkdir()
        members = _zip(archive) if archive.suffix.lower() == ".zip" else _tar(archive, limits)
        try:
            _write(archive, members, inside, limits)
        except (tarfile.TarError, zipfile.BadZipFile, gzip.BadGzipFile, zlib.error, EOFError) as error:
            raise Mistake(f"{archive} is cut short or damaged ({error}); fetch it again.") from error
        except OSError as error:
            raise Mistake(f"{archive} cannot be unpacked into {to.parent}: {error.strerror or error}.") from error
        inside.replace(to)
    return to


def _write(archive: Path, members: Iterator[_Member], folder: Path, limits: Limits) -> None:
    seen: dict[str, tuple[str, bool]] = {}
    left = limits.size
    for count, member in enumerate(members, 1):
        if count > limits.members:
            raise Mistake(f"{archive} holds more than the {limits.members:,} members it should; fetch it again.")
        target = folder / _admitted(archive, member, seen)
        if member.stream is None:
            target.mkdir(parents=True, exist_ok=True)
            continue
        left -= member.size
        if left < 0:
            raise Mistake(f"{archive} unpacks to more than the {limits.size:,} bytes it should; fetch it again.")
        target.parent.mkdir(parents=True, exist_ok=True)
        written = 0
        with target.open("xb") as file:
            while written <= member.size and (chunk := member.stream.read(_CHUNK)):
                written += file.write(chunk)
        if written != member.size:
            raise _refused(archive, member.name, f"it holds other than the {member.size:,} bytes it declares")


def _admitted(archive: Path, member: _Member, seen: dict[str, tuple[str, bool]]) -> PurePosixPath:
    """The member's path, once it is known to lead inside and to overwrite no other on any system."""
    path = PurePosixPath(member.name)
    if path.is_absolute() or ".." in path.parts or any(mark in member.name for mark in "\\:\0"):
        raise _refused(archive, member.name, "its path leads out of the folder, or would on some system")
    for depth in range(1, len(path.parts) + 1):
        spelling = "/".join(path.parts[:depth])
        is_folder = member.stream is None or depth < len(path.parts)
        key = unicodedata.normalize("NFC", spelling).casefold()
        before = seen.get(key)
        if before is not None and (before != (spelling, is_folder) or not is_folder):
            raise _refused(archive, member.name, f"it would overwrite {before[0]!r}")
        seen[key] = (spelling, is_folder)
    return path


def _refused(archive: Path, name: str, reason: str) -> Mistake:
    return Mistake(f"{archive} is refused because of its member {name!r}: {reason}.")


def _tar(archive: Path, limits: Limits) -> Iterator[_Member]:
    allowed = limits.size + _HEADERS * (limits.members + 1)
    with gzip.open(archive) as plain, tarfile.open(fileobj=_Bounded(archive, plain, allowed), mode="r|") as members:
        for member in members:
            if member.issparse() or not (member.isreg() or member.isdir()):
                raise _refused(archive, member.name, "it is a link, a device or a sparse file")
            yield _Member(member.name, member.size, members.extractfile(member))


class _Bounded(io.RawIOBase):
    """A stream that refuses to give more than `left` bytes: what stops an archive that unpacks without end."""

    def __init__(self, archive: Path, stream: gzip.GzipFile, left: int):
        super().__init__()
        self.archive, self.stream, self.left = archive, stream, left

    def readinto(self, buffer: Any, /) -> int:
        """Fill the buffer as far as the stream goes."""
        read = self.stream.readinto(buffer)
        self.left -= read
        if self.left < 0:
            raise Mistake(f"{self.archive} unpacks to more bytes than it should; fetch it again.")
        return read


def _zip(archive: Path) -> Iterator[_Member]:
    with zipfile.ZipFile(archive) as members:
        for member in members.infolist():
            kind = stat.S_IFMT(member.external_attr >> 16)
            if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
                raise _refused(archive, member.filename, "it is a link or a device")
            if member.flag_bits & 1 or member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise _refused(archive, member.filename, "it is encrypted or packed in an unusual way")
            if member.is_dir():
                yield _Member(member.filename, 0, None)
            else:
                with members.open(member) as stream:
                    yield _Member(member.filename, member.file_size, stream)
