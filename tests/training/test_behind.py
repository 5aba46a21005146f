"""Losses that arrive later: none is lost, none is read before it is there."""

import pytest
import torch

from regard.training import behind as module
from regard.training.behind import LATE, Behind


class Event:
    """Stands for that of a GPU: a copy is there once it was waited for."""

    waited = 0

    def record(self) -> None:
        pass

    def synchronize(self) -> None:
        Event.waited += 1


@pytest.fixture
def gpu(monkeypatch):
    empty = torch.empty
    monkeypatch.setattr(module.torch, "empty", lambda *size, dtype, pin_memory: empty(*size, dtype=dtype))
    monkeypatch.setattr(module.torch.cuda, "Event", Event)
    monkeypatch.setattr(Event, "waited", 0)
    return Behind(torch.device("cuda"))


def test_here_a_loss_is_known_at_once():
    losses = Behind(torch.device("cpu"))
    losses.send(1, torch.tensor(0.5, requires_grad=True))
    assert list(losses.arrived()) == [(1, 0.5)]
    assert list(losses.arrived(wait=True)) == []


def test_a_gpu_is_asked_for_the_loss_of_some_steps_before(gpu):
    found: list[list[tuple[int, float]]] = []
    for step in range(5):
        gpu.send(step, torch.tensor(float(step)))
        found.append(list(gpu.arrived()))
    assert found == [[]] * LATE + [[(step, float(step))] for step in range(5 - LATE)]
    assert Event.waited == 5 - LATE
    assert list(gpu.arrived(wait=True)) == [(step, float(step)) for step in range(5 - LATE, 5)]
    assert Event.waited == 5


def test_a_loss_is_sent_as_it_was(gpu):
    loss = torch.tensor(1.0)
    gpu.send(1, loss)
    loss.fill_(2.0)
    assert list(gpu.arrived(wait=True)) == [(1, 1.0)]
