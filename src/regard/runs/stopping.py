"""Stopping politely: Ctrl-C ends a training between two steps, ready to be resumed."""

import signal
import threading
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from types import FrameType

from regard.results import Epoch
from regard.runs.training import Events, Trained
from regard.training.loop import Step

Show = Callable[[Step | Epoch], None]
Handler = Callable[[int, FrameType | None], None]


class _Wish:
    """Somebody's wish to stop: granted at once before the first step and when repeated, else after the step in hand."""

    def __init__(self) -> None:
        self.begun = self.stop = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self.stop or not self.begun:
            raise KeyboardInterrupt
        self.stop = True


def followed(events: Events, show: Show) -> Trained:
    """Run a training to its end, showing each event. Ctrl-C or a polite kill saves its state, then interrupts."""
    wish = _Wish()
    with handling(wish), closing(events):
        while True:
            try:
                event = next(events)
            except StopIteration as end:
                if wish.stop:
                    raise KeyboardInterrupt from end
                return end.value
            wish.begun = True
            show(event)
            if wish.stop:
                raise KeyboardInterrupt


def interrupt(number: int, frame: FrameType | None) -> None:
    """What Ctrl-C does by itself."""
    raise KeyboardInterrupt


@contextmanager
def undisturbed() -> Generator[None]:
    """A block that Ctrl-C and a polite kill interrupt only when it has ended."""
    heard: list[int] = []
    with handling(lambda number, frame: heard.append(number)):
        yield
    if heard:
        raise KeyboardInterrupt


@contextmanager
def handling(wish: Handler) -> Generator[None]:
    """In this block Ctrl-C and a polite kill are told to `wish`; threads other than the main one hear of neither."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, wish) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
