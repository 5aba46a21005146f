"""Batches that are made ahead: the same ones in the same order, a failure where it was awaited, and no thread left."""

import threading
import time

import pytest
import torch

from regard.training import ahead as module
from regard.training.ahead import AT_MOST, ahead

GPU = torch.device("cuda")


@pytest.fixture(autouse=True)
def _any_memory(monkeypatch):
    monkeypatch.setattr(module, "pinned", lambda batch: batch)


def threads() -> int:
    """How many there are, once those that are ending have ended."""
    for _ in range(50):
        if threading.active_count() == 1:
            break
        time.sleep(0.02)
    return threading.active_count()


@pytest.mark.parametrize("device", [GPU, torch.device("cpu")])
def test_the_same_batches_in_the_same_order(device):
    assert list(ahead(iter(range(20)), device)) == list(range(20))


def test_only_a_few_are_made_ahead():
    made: list[int] = []
    batches = ahead((made.append(n) or n for n in range(100)), GPU)
    assert next(batches) == 0
    time.sleep(0.3)
    assert len(made) <= AT_MOST + 2
    before = threads()
    batches.close()
    assert threads() <= before


def test_a_failure_is_raised_where_it_was_awaited():
    def failing():
        yield 1
        raise KeyError("lost")

    batches = ahead(failing(), GPU)
    assert next(batches) == 1
    with pytest.raises(KeyError, match="lost"):
        next(batches)
