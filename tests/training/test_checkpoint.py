"""Saved states survive what disks and crashes do to files."""

import errno
import os
import shutil
from pathlib import Path

import pytest
import torch

from regard.training import checkpoint
from regard.training.checkpoint import load_state, save_state

FILES = ("tensors.safetensors", "facts.json", "sums.json")


def saved(folder: Path, *steps: int) -> None:
    for step in steps:
        save_state(
            folder, {"weights": torch.full((3, 5), float(step)), "random": torch.get_rng_state()}, {"step": step}
        )


def step_of(folder: Path) -> int | None:
    """The step of the state that would be resumed, once its tensors are seen to belong to it."""
    if (found := load_state(folder)) is None:
        return None
    tensors, facts = found
    assert torch.equal(tensors["weights"], torch.full((3, 5), float(facts["step"])))
    return facts["step"]


def newest(folder: Path) -> Path:
    return max(state for state in folder.iterdir())


def test_a_state_comes_back_as_it_was(tmp_path):
    tensors = {"a": torch.randn(2, 3), "b/c": torch.tensor(7), "d": torch.randn(4, 3).T, "e": torch.zeros(0)}
    facts = {"best": -float("inf"), "seconds": 0.1, "epochs": [{"epoch": 1, "histogram": [1, 2]}]}
    save_state(tmp_path, tensors, facts)
    found = load_state(tmp_path)
    assert found is not None
    assert found[1] == facts
    assert found[0].keys() == tensors.keys()
    assert all(torch.equal(found[0][name], tensor) for name, tensor in tensors.items())


def test_without_a_state_there_is_nothing_to_load(tmp_path):
    assert load_state(tmp_path / "absent") is None
    assert load_state(tmp_path) is None


def test_the_last_two_states_are_kept(tmp_path):
    saved(tmp_path, *range(1, 13))
    assert len(list(tmp_path.iterdir())) == 2
    assert step_of(tmp_path) == 12
    shutil.rmtree(newest(tmp_path))
    assert step_of(tmp_path) == 11


def test_a_state_does_not_take_the_place_of_another_of_the_same_step(tmp_path):
    saved(tmp_path, 5, 5)
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("file", FILES)
def test_a_damaged_state_is_passed_over(tmp_path, file):
    saved(tmp_path, 1, 2)
    damaged = newest(tmp_path) / file
    whole = damaged.read_bytes()
    for place in range(len(whole)) if len(whole) < 500 else range(0, len(whole), 97):
        flipped = bytearray(whole)
        flipped[place] ^= 1 << (place % 8)
        damaged.write_bytes(flipped)
        assert step_of(tmp_path) == 1, f"byte {place} changed"
        damaged.write_bytes(whole[:place])
        assert step_of(tmp_path) == 1, f"cut at {place}"
    damaged.unlink()
    assert step_of(tmp_path) == 1, "absent"
    damaged.write_bytes(whole)
    assert step_of(tmp_path) == 2


def test_where_all_are_damaged_training_begins_anew(tmp_path):
    saved(tmp_path, 1, 2)
    for state in tmp_path.iterdir():
        (state / "facts.json").write_text("{}", encoding="utf-8")
    assert load_state(tmp_path) is None
    saved(tmp_path, 3)
    assert step_of(tmp_path) == 3


def test_what_a_killed_process_left_is_cleared_away(tmp_path):
    saved(tmp_path, 1)
    draft = tmp_path / "000002.draft"
    draft.mkdir()
    (draft / "tensors.safetensors").write_bytes(b"half")
    assert step_of(tmp_path) == 1
    saved(tmp_path, 2)
    assert not draft.exists()
    assert step_of(tmp_path) == 2


class FullDisk:
    """A disk that has no room at the n-th operation: a write leaves half of its bytes behind."""

    def __init__(self, patch: pytest.MonkeyPatch, at: int) -> None:
        self.left, self.hit = at, False
        for owner, name in (
            (Path, "mkdir"),
            (Path, "write_bytes"),
            (Path, "write_text"),
            (Path, "rename"),
            (os, "fsync"),
        ):
            patch.setattr(owner, name, self.guarded(getattr(owner, name), name))

    def guarded(self, real, name):
        def call(where, *args, **more):
            self.left -= 1
            if self.left != 0:
                return real(where, *args, **more)
            self.hit = True
            if name.startswith("write"):
                real(where, args[0][: len(args[0]) // 2], **more)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(where))

        return call


def test_a_full_disk_at_any_write_leaves_the_older_state(tmp_path):
    for at in range(1, 100):
        folder = tmp_path / str(at)
        saved(folder, 1)
        failure = None
        with pytest.MonkeyPatch.context() as patch:
            disk = FullDisk(patch, at)
            try:
                saved(folder, 2)
            except OSError as error:
                failure = error.errno
        if not disk.hit:
            assert (failure, step_of(folder)) == (None, 2)
            assert at > 8, "too few operations were tried"
            return
        assert failure == errno.ENOSPC
        assert step_of(folder) in (1, 2), f"operation {at}"
        assert not list(folder.glob("*.draft")), f"operation {at}"
        saved(folder, 3)
        assert step_of(folder) == 3
    pytest.fail("the disk was full to the end")


def test_a_draft_that_could_not_be_removed_does_not_stop_the_next_state(tmp_path, monkeypatch):
    saved(tmp_path, 1)
    with monkeypatch.context() as patch:
        patch.setattr(checkpoint, "sha256", lambda file: (_ for _ in ()).throw(OSError(errno.EIO, "broken")))
        patch.setattr(shutil, "rmtree", lambda *args, **more: None)
        with pytest.raises(OSError, match="broken"):
            saved(tmp_path, 2)
    assert list(tmp_path.glob("*.draft"))
    saved(tmp_path, 2)
    assert step_of(tmp_path) == 2
    assert not list(tmp_path.glob("*.draft"))
