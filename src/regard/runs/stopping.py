"""Stopping politely: Ctrl-C ends a training between two steps, ready to be resumed."""

import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager

from regard.results import Epoch
from regard.runs.training import Events, Trained
from regard.training.loop import Step

Show = Callable[[Step | Epoch], None]


def followed(events: Events, show: Show) -> Trained:
    """Run a training to its end, showing each event. Ctrl-C or a polite kill saves its state, then interrupts."""
    with _interruptible() as stopped:
        while True:
            try:
                event = next(events)
            except StopIteration as end:
                return end.value
            show(event)
            if stopped():
                events.close()
                raise KeyboardInterrupt


@contextmanager
def _interruptible() -> Generator[Callable[[], bool]]:
    """In this block Ctrl-C and a polite kill only set a flag, so that the step in hand is finished first."""
    raised: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in before:
        signal.signal(number, lambda got, _: raised.append(got))
    try:
        yield lambda: bool(raised)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
