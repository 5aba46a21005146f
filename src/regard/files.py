"""Files that are written whole or not at all."""

import hashlib
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


def sha256(file: Path) -> str:
    """Checksum of a file."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@contextmanager
def replacing(file: Path) -> Generator[Path]:
    """A temporary path beside `file` that takes its place when the block ends well, and vanishes when it does not."""
    draft = file.with_name(f".{file.name}.{os.getpid()}.draft")
    try:
        yield draft
        synced(draft)
        draft.replace(file)
        synced(file.parent)
    finally:
        draft.unlink(missing_ok=True)


def synced(path: Path) -> None:
    """Wait until a file or folder has reached the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_bytes(file: Path, content: bytes) -> None:
    """A file, written whole or not at all."""
    with replacing(file) as draft:
        draft.write_bytes(content)


def write_text(file: Path, text: str) -> None:
    """A text file, written whole or not at all."""
    write_bytes(file, text.encode("utf-8"))
