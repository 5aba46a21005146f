"""Who waits for a model: two short lines before two kinds of threads, so that the server itself never waits."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class Busy(Exception):
    """More questions wait than there is room for."""


class Desk:
    """Quick questions are answered by two threads, long ones by another two: a long one delays no quick one."""

    def __init__(self, waiting: int) -> None:
        self.waiting = waiting
        self.lines = {slow: ThreadPoolExecutor(2, f"{'slow' if slow else 'quick'}-desk") for slow in (False, True)}
        self.inside = {False: 0, True: 0}

    async def run(self, work: Callable[[], T], *, slow: bool = False) -> T:
        """What the work gives, once a thread is free; work that nobody waits for any more is not begun."""
        if self.inside[slow] >= self.waiting:
            raise Busy
        self.inside[slow] += 1
        future = self.lines[slow].submit(work)
        future.add_done_callback(lambda _: self._left(slow))
        return await asyncio.wrap_future(future)

    def _left(self, slow: bool) -> None:
        self.inside[slow] -= 1

    def close(self) -> None:
        """Begin nothing more."""
        for line in self.lines.values():
            line.shutdown(wait=False, cancel_futures=True)
