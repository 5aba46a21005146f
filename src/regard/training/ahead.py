"""Batches that are made while a GPU learns from those before them."""

import dataclasses
import queue
import threading
from collections.abc import Generator, Iterator
from typing import Any, TypeVar, cast

import torch
from torch import Tensor

from regard.attention.ragged import Ragged

B = TypeVar("B")
AT_MOST = 4
"""Batches that wait to be learned from."""
PATIENCE = 0.1
"""Seconds after which a full queue asks whether anybody still reads from it."""


def ahead(batches: Iterator[B], device: torch.device) -> Generator[B]:
    """The batches in their order; for a GPU they are made in a thread, where it can fetch them by itself."""
    if device.type != "cuda":
        yield from batches
        return
    made: queue.Queue[tuple[B | None, BaseException | None]] = queue.Queue(AT_MOST)
    over = threading.Event()

    def put(one: B | None, failed: BaseException | None = None) -> bool:
        while not over.is_set():
            try:
                made.put((one, failed), timeout=PATIENCE)
                return True
            except queue.Full:
                continue
        return False

    def work() -> None:
        try:
            for one in batches:
                if not put(pinned(one)):
                    return
            put(None)
        except BaseException as failed:
            put(None, failed)

    threading.Thread(target=work, name="batches", daemon=True).start()
    try:
        while True:
            one, failed = made.get()
            if failed is not None:
                raise failed
            if one is None:
                return
            yield one
    finally:
        over.set()


def pinned(part: B) -> B:
    """A batch whose tensors lie in memory from which a GPU can copy while it computes."""
    found: Any = part
    if isinstance(part, Tensor):
        found = part.pin_memory()
    elif isinstance(part, Ragged):
        found = Ragged(part.lengths.pin_memory())
    elif isinstance(part, tuple):
        found = tuple(pinned(each) for each in cast(tuple[Any, ...], part))
    elif dataclasses.is_dataclass(part) and not isinstance(part, type):
        fields = [field.name for field in dataclasses.fields(part) if field.init]
        found = dataclasses.replace(part, **{name: pinned(getattr(part, name)) for name in fields})
    return found
