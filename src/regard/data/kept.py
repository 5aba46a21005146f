"""What can be made again and is kept, so that it need not be: whole or not at all, by one process at a time."""

import fcntl
import hashlib
import json
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from regard.errors import Mistake
from regard.files import write_bytes

_DIGEST = 32
"""Bytes of the checksum that a file begins with."""


def name_of(*parts: Any) -> str:
    """Under what name something is kept that was made from these: the same for the same parts."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]


@contextmanager
def alone(lock: Path) -> Generator[None]:
    """Wait until no other process holds this lock; one that is killed no longer does."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def kept(file: Path) -> bytes | None:
    """What was kept there; None where that is missing or damaged."""
    if not file.exists():
        return None
    held = file.read_bytes()
    return held[_DIGEST:] if hashlib.sha256(held[_DIGEST:]).digest() == held[:_DIGEST] else None


def keep(file: Path, content: bytes) -> None:
    """Keep this there."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(file, hashlib.sha256(content).digest() + content)
    except OSError as error:
        raise unwritable(file, error) from error


def unwritable(place: Path, error: OSError) -> Mistake:
    """What to say where nothing can be kept."""
    return Mistake(
        f"{place} cannot be written: {error.strerror or error}; make room, or set REGARD_CACHE to another folder."
    )
