"""Ctrl-C and a polite kill, sent to this very process."""

import os
import signal
import threading
from collections.abc import Generator

import pytest

from regard.runs.stopping import followed
from regard.runs.training import resume, train

from .small import fingerprint, last, prepared, small, trained

SIGNALS = [signal.SIGINT, signal.SIGTERM]


def send(number: int) -> None:
    os.kill(os.getpid(), number)


@pytest.fixture(autouse=True)
def same_handlers() -> Generator[None]:
    """Whatever happens, the handlers are afterwards what they were."""
    before = [signal.getsignal(number) for number in SIGNALS]
    yield
    assert [signal.getsignal(number) for number in SIGNALS] == before


class Events:
    """Events of a training that never was, and what became of them."""

    def __init__(self, count: int = 5) -> None:
        self.count, self.made, self.closed = count, 0, False

    def __call__(self, before_first=lambda: None, after_last=lambda: None):
        before_first()
        try:
            while self.made < self.count:
                self.made += 1
                yield self.made
            after_last()
            return "the run"
        except GeneratorExit:
            self.closed = True
            raise


def test_without_a_signal_the_training_ends(tmp_path):
    shown = []
    assert followed(Events()(), shown.append) == "the run"
    assert shown == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_finishes_the_step_in_hand(number):
    events, shown = Events(), []

    def show(event):
        shown.append(event)
        if event == 3:
            send(number)
            shown.append("still here")

    training = events()
    with pytest.raises(KeyboardInterrupt):
        followed(training, show)
    assert shown == [1, 2, 3, "still here"]
    assert events.closed, "the training was asked to save its state"


@pytest.mark.parametrize("number", SIGNALS)
def test_before_the_first_step_a_signal_acts_at_once(number):
    reached = []

    def reading():
        send(number)
        reached.append("the end of reading")

    with pytest.raises(KeyboardInterrupt):
        followed(Events()(before_first=reading), reached.append)
    assert reached == []


def test_a_second_signal_does_not_wait_for_the_step():
    reached = []

    def show(event):
        send(signal.SIGINT)
        reached.append("after the first")
        send(signal.SIGTERM)
        reached.append("after the second")

    with pytest.raises(KeyboardInterrupt):
        followed(Events()(), show)
    assert reached == ["after the first"]


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_during_the_last_measurement_is_not_lost(number):
    with pytest.raises(KeyboardInterrupt):
        followed(Events()(after_last=lambda: send(number)), lambda event: None)


def test_a_show_that_fails_closes_the_training():
    events = Events()

    def show(event):
        raise BrokenPipeError

    training = events()
    with pytest.raises(BrokenPipeError):
        followed(training, show)
    assert events.closed


def test_in_another_thread_signals_are_left_alone():
    said = []
    thread = threading.Thread(target=lambda: said.append(followed(Events()(), lambda event: None)))
    thread.start()
    thread.join()
    assert said == ["the run"]


@pytest.mark.parametrize("at", [1, 5, 6])
def test_a_real_training_is_resumed_to_the_same_weights(tmp_path, at):
    made = small()
    count = 0

    def show(event):
        nonlocal count
        count += 1
        if count == at:
            send(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        followed(train(made, tmp_path / "run", data=prepared(made)), show)
    assert count == at
    last(resume(tmp_path / "run", data=prepared(made)))
    assert fingerprint(tmp_path / "run") == fingerprint(trained(tmp_path / "whole").folder)
