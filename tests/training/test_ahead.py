"""Batches that are made ahead: the same ones in the same order, a failure where it was awaited, and no thread left."""

import threading
import time

import numpy as np
import pytest
import torch

from regard.data.batch import collate
from regard.training import ahead as module
from regard.training.ahead import AT_MOST, PATIENCE, ahead
from regard.training.ahead import pinned as really_pinned

GPU = torch.device("cuda")


@pytest.fixture(autouse=True)
def _any_memory(monkeypatch):
    monkeypatch.setattr(module, "pinned", lambda batch: batch)


def threads() -> int:
    """How many make batches."""
    return sum(thread.name.startswith("batches") for thread in threading.enumerate())


@pytest.mark.parametrize("device", [GPU, torch.device("cpu")])
def test_the_same_batches_in_the_same_order(device):
    assert list(ahead(iter(range(20)), device)) == list(range(20))


def test_only_a_few_are_made_ahead():
    made: list[int] = []
    before = threads()
    batches = ahead((made.append(n) or n for n in range(100)), GPU)
    assert next(batches) == 0
    time.sleep(0.3)
    assert len(made) <= AT_MOST + 2
    assert threads() == before + 1
    batches.close()
    time.sleep(3 * PATIENCE)
    assert threads() == before


def test_a_failure_is_raised_where_it_was_awaited():
    def failing():
        yield 1
        raise KeyError("lost")

    batches = ahead(failing(), GPU)
    assert next(batches) == 1
    with pytest.raises(KeyError, match="lost"):
        next(batches)


def test_every_tensor_of_a_batch_is_pinned(monkeypatch):
    monkeypatch.setattr(module, "pinned", really_pinned)
    monkeypatch.setattr(torch.Tensor, "pin_memory", lambda tensor: tensor + 1)
    batch = collate(np.array([3, 1, 3]), np.array([2, 1]), np.array([0, 1]))
    found, count = really_pinned((batch, 3))
    assert count == 3
    assert found.words.tolist() == [2, 4]
    assert found.tokens.tolist() == [2, 1, 2]
    assert found.rows.lengths.tolist() == [3, 2]
    assert found.labels.tolist() == [1, 2]
