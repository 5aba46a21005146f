"""What can be made again and is cached, so that it need not be: whole or not at all, made by one process at a time."""

import fcntl
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from regard.errors import Mistake
from regard.files import write_bytes

_DIGEST = 32
"""Bytes of the checksum that a file begins with."""


def cache_name(*parts: Any) -> str:
    """The name under which something is cached that was made from these: the same for the same parts."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]


def cached(file: Path, make: Callable[[], bytes]) -> bytes:
    """What is cached in a file; made, and cached there, where that is missing or damaged."""
    if (content := _whole(file)) is not None:
        return content
    with holding(file.with_suffix(".lock")):
        if (content := _whole(file)) is None:
            content = make()
            _write(file, content)
    return content


def holding(lock: Path) -> IO[str]:
    """A lock, once no other process holds it; it is given back when it is closed, or its process killed."""
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        held = lock.open("w")
        fcntl.flock(held, fcntl.LOCK_EX)
    except OSError as error:
        raise unwritable(lock, error) from error
    return held


def unwritable(place: Path, error: OSError) -> Mistake:
    """What to say where nothing can be cached."""
    return Mistake(
        f"{place} cannot be written: {error.strerror or error}; make room, or set REGARD_CACHE to another folder."
    )


def _whole(file: Path) -> bytes | None:
    """What a file holds behind its checksum; None where it is missing or damaged."""
    try:
        held = file.read_bytes()
    except OSError:
        return None
    return held[_DIGEST:] if hashlib.sha256(held[_DIGEST:]).digest() == held[:_DIGEST] else None


def _write(file: Path, content: bytes) -> None:
    try:
        write_bytes(file, hashlib.sha256(content).digest() + content)
    except OSError as error:
        raise unwritable(file, error) from error
