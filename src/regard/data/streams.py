"""Texts of any size as tokens on disk, mapped into memory: made once, in parallel, and taken up again after a kill."""

import fcntl
import hashlib
import json
import os
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path

import numpy as np

from regard.data.documents import Prose, Size
from regard.data.ledger import Ledger, Spoilt
from regard.data.loading import Texts
from regard.data.tokenising import Borders, Chunk, chunked, shared_out
from regard.errors import Mistake
from regard.places import cache_folder
from regard.text.tokenizer import Tokenizer

CHUNK = 2_000_000
"""Characters that are made into tokens, checked and written together."""
MOST = 8
"""Processes, unless more are asked for: each takes some 150 MB."""
_FORM = 1
"""Changes when the same texts would be written otherwise."""

Progress = Callable[[float], None]


def tokenised(
    prose: Prose,
    tokenizer: Tokenizer,
    *,
    borders: Borders | None = None,
    folder: Path | None = None,
    processes: int | None = None,
    chunk: int = CHUNK,
    progress: Progress = lambda share: None,
) -> Texts:
    """The documents of a prose as tokens, each between its borders (an END after it, unless told otherwise).

    What was made before from the same text with the same tokenizer is found again under `folder`, a cache of the
    user's without one; what is missing or damaged there is made anew. `progress` is told the share that is done.
    """
    borders = borders or Borders()
    size = prose.size()
    if not size.documents:
        return Texts(np.zeros(0, dtype=np.uint16), np.zeros(1, dtype=np.int64))
    place = (folder or cache_folder() / "tokens") / _key(size, tokenizer, borders, chunk)
    try:
        with _alone(place):
            try:
                ledger = _filled(place, prose, size, tokenizer, borders, processes, chunk, progress)
            except Spoilt:
                for file in place.glob("*.*"):
                    file.unlink()
                ledger = _filled(place, prose, size, tokenizer, borders, processes, chunk, progress)
            return Texts(*ledger.numbers())
    except OSError as error:
        raise Mistake(
            f"{place} cannot be written: {error.strerror or error}; make room, or set REGARD_CACHE to another folder."
        ) from error


def _filled(
    place: Path,
    prose: Prose,
    size: Size,
    tokenizer: Tokenizer,
    borders: Borders,
    processes: int | None,
    chunk: int,
    progress: Progress,
) -> Ledger:
    """The ledger of a place, complete."""
    ledger = Ledger(place, np.dtype(np.uint16 if tokenizer.size <= 1 << 16 else np.uint32))
    if ledger.complete:
        return ledger
    done = 0
    numbers: list[int] = []

    def missing() -> Iterator[Chunk]:
        nonlocal done
        for number, one in enumerate(chunked(prose.read(), chunk)):
            if ledger.wanted(number):
                numbers.append(number)
                yield one
            else:
                done += one.characters

    left = missing()
    first = list(islice(left, 2))
    workers = 1 if len(first) < 2 else processes or min(MOST, len(os.sched_getaffinity(0)))
    for one, tokens in shared_out(chain(first, left), tokenizer, borders, workers):
        ledger.write(numbers.pop(0), tokens)
        done += one.characters
        progress(done / size.characters)
    ledger.close()
    return ledger


def _key(size: Size, tokenizer: Tokenizer, borders: Borders, chunk: int) -> str:
    """Under what name these tokens are kept: the same for the same text, tokenizer and way of writing."""
    parts = [_FORM, size.fingerprint, tokenizer.to_json(), borders.begin, borders.end, chunk]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]


@contextmanager
def _alone(place: Path) -> Generator[None]:
    """Wait until no other process writes into this place; one that is killed no longer does."""
    place.mkdir(parents=True, exist_ok=True)
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
