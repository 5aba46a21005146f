"""Processes that work beside this one, each at the other end of a pipe, and signals that come meanwhile."""

import multiprocessing
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import Concatenate, ParamSpec

P = ParamSpec("P")


@contextmanager
def hired(
    count: int, patience: float, work: Callable[Concatenate[Connection, P], None], *given: P.args, **named: P.kwargs
) -> Generator[list[Connection]]:
    """So many processes that do `work(pipe, …)`; closing the pipes, or the end of this process, sends them home.

    A worker that has not gone after so many seconds of patience is killed. None of them hears Ctrl-C, which a terminal
    tells to all processes: one shall decide for all.
    """
    spawn = multiprocessing.get_context("spawn")
    pipes: list[Connection] = []
    workers: list[BaseProcess] = []
    try:
        with _quiet_signals(), _no_script():
            for _ in range(count):
                ours, theirs = spawn.Pipe()
                pipes.append(ours)
                worker = spawn.Process(target=work, args=(theirs, *given), kwargs=named, daemon=True)
                worker.start()
                workers.append(worker)
                theirs.close()
        yield pipes
    finally:
        for pipe in pipes:
            pipe.close()
        end = time.monotonic() + patience
        for worker in workers:
            worker.join(max(0.0, end - time.monotonic()))
            worker.kill()
            worker.join()


@contextmanager
def overheard() -> Generator[Callable[[], set[int]]]:
    """Tells any thread which signals have come, while the main one is in foreign code and handles none of them.

    Opened in another thread, which no signal can reach, it tells of none.
    """
    if threading.current_thread() is not threading.main_thread():
        yield set[int]
        return
    ours, theirs = socket.socketpair()
    heard: set[int] = set()

    def signals() -> set[int]:
        with suppress(BlockingIOError):
            heard.update(ours.recv(1024))
        return heard

    with ours, theirs:
        ours.setblocking(False)
        theirs.setblocking(False)
        before = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
        try:
            yield signals
        finally:
            signal.set_wakeup_fd(before)


@contextmanager
def _quiet_signals() -> Generator[None]:
    """A block that Ctrl-C interrupts only when it has ended; processes that are started in it never hear one."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _no_script() -> Generator[None]:
    """In this block no script runs, as far as new processes can tell.

    They would run it again to find the names that it defines. Ours need none of them, and a script without
    `if __name__ == "__main__"` would do its work twice, or wait for a lock that the first of the two holds.
    """
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script
