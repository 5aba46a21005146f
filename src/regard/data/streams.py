"""Texts of any size as numbers on disk, mapped into memory: made once, in parallel, taken up again after a kill."""

import os
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regard.data.caching import cache_name, holding, unwritable
from regard.data.documents import Prose, Size
from regard.data.ledger import Ledger, Spoilt
from regard.data.loading import Texts
from regard.data.tokenising import Borders, Chunk, Maker, chunked, shared_out
from regard.places import cache_folder
from regard.text.tokenizer import Tokenizer

CHUNK = 2_000_000
"""Characters that are made into numbers, checked and written together."""
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
    size: Size | None = None,
    folder: Path | None = None,
    processes: int | None = None,
    chunk: int = CHUNK,
    progress: Progress = lambda share: None,
) -> Texts:
    """The documents of a prose as tokens, each between its borders (an END after it, unless told otherwise)."""
    borders = borders or Borders()
    return Texts(
        *numbered(
            prose,
            tokenizer,
            borders,
            size=size,
            folder=folder,
            processes=processes,
            chunk=chunk,
            progress=progress,
        )
    )


def numbered(
    prose: Prose,
    tokenizer: Tokenizer,
    maker: Maker,
    *,
    size: Size | None = None,
    folder: Path | None = None,
    processes: int | None = None,
    chunk: int = CHUNK,
    progress: Progress = lambda share: None,
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """What a maker makes of a prose, end to end, and where each document begins, and the last ends.

    What was made before from the same text with the same tokenizer is found again under `folder`, a cache of the
    user's without one; what is missing or damaged there is made anew. `size` is the prose's, where it is known already,
    and `progress` is told the share that is done.
    """
    size = size or prose.size()
    if not size.documents:
        return np.zeros(0, dtype=maker.kind(tokenizer)), np.zeros(1, dtype=np.int64)
    place = (folder or cache_folder() / "tokens") / _key(size, tokenizer, maker, chunk)
    try:
        with holding(place / "lock"):
            try:
                ledger = _filled(place, prose, size, tokenizer, maker, processes, chunk, progress)
            except Spoilt:
                for file in place.glob("*.*"):
                    file.unlink()
                ledger = _filled(place, prose, size, tokenizer, maker, processes, chunk, progress)
            return ledger.numbers()
    except OSError as error:
        raise unwritable(place, error) from error


def _filled(
    place: Path,
    prose: Prose,
    size: Size,
    tokenizer: Tokenizer,
    maker: Maker,
    processes: int | None,
    chunk: int,
    progress: Progress,
) -> Ledger:
    """The ledger of a place, complete."""
    ledger = Ledger(place, maker.kind(tokenizer))
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
    for one, made in shared_out(chain(first, left), tokenizer, maker, workers):
        ledger.write(numbers.pop(0), made)
        done += one.characters
        progress(done / size.characters)
    ledger.close()
    return ledger


def _key(size: Size, tokenizer: Tokenizer, maker: Maker, chunk: int) -> str:
    """Under what name these numbers are kept: the same for the same text, tokenizer and way of making them."""
    return cache_name(_FORM, size.fingerprint, tokenizer.to_json(), repr(maker), chunk)
