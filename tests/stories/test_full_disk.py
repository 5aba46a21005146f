"""Places where nothing, or not enough, can be written."""

import os
import subprocess
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from .processes import quick
from .tables import COLUMNS, SMALL, contents, weights, write_reviews
from .test_bad_input import refused

TRAIN = ("train", "reviews.csv", *COLUMNS, *SMALL, "--set", "training.epochs=2", "--set", "text.size=600")
TEXT = "I did not like it"


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("full") / "here"
    folder.mkdir()
    write_reviews(folder / "reviews.csv", 120)
    assert quick(*TRAIN, "--out", "run", cwd=folder).code == 0
    return folder


@pytest.fixture
def mounted(tmp_path) -> Generator[Callable[[str], Path]]:
    """A small file system in memory, with these options."""
    folders: list[Path] = []

    def mount(options: str) -> Path:
        folder = tmp_path / f"disk-{len(folders)}"
        folder.mkdir()
        try:
            subprocess.run(
                ["mount", "-t", "tmpfs", "-o", options, "regard-test", folder], check=True, capture_output=True
            )
        except (OSError, subprocess.CalledProcessError):
            pytest.skip("this user may not mount a file system in memory")
        folders.append(folder)
        return folder

    yield mount
    for folder in folders:
        subprocess.run(["umount", folder], check=True)


@pytest.mark.parametrize("size", ["4k", "16k", "64k"])
def test_training_onto_a_full_disk_leaves_nothing(place, mounted, size):
    disk = mounted(f"size={size}")
    refused(quick(*TRAIN, "--out", str(disk / "run"), cwd=place), "No space left on device", "free some space")
    assert contents(disk) == {}


def test_training_on_a_disk_that_fills_up_can_go_on_when_there_is_room(place, mounted):
    for size in range(160, 800, 80):
        disk = mounted(f"size={size}k")
        said = quick(*TRAIN, "--out", str(disk / "run"), cwd=place)
        left = contents(disk)
        if said.code == 0:
            break
        refused(said)
        assert not [name for name in left if "draft" in name]
        if "run/recipe.toml" in left:
            subprocess.run(["mount", "-o", "remount,size=2m", disk], check=True)
            assert quick("train", "--resume", "--out", str(disk / "run"), cwd=place).code == 0
        else:
            assert left == {}
            assert quick("train", "--resume", "--out", str(disk / "run"), cwd=place).code == 2
            continue
        assert weights(disk / "run") == weights(place / "run")
        return
    pytest.fail("no size was too small for the end and large enough for the beginning")


@pytest.mark.parametrize("suffix", ["svg", "json"])
def test_explaining_onto_a_full_disk_leaves_nothing(place, mounted, suffix):
    disk = mounted("size=4k")
    (disk / "full").write_bytes(bytes(4096))
    said = quick("explain", "run", TEXT, "--out", str(disk / f"looked.{suffix}"), cwd=place)
    refused(said, "cannot be written (no space left on device)")
    assert list(contents(disk)) == ["full"]


@pytest.mark.parametrize("largest", [300, 8_000, 30_000])
def test_files_that_may_not_grow_leave_nothing(place, largest):
    before = contents(place)
    refused(quick(*TRAIN, "--out", "limited", cwd=place, largest=largest), "File too large")
    assert contents(place) == before


def test_a_place_that_cannot_be_written(place, tmp_path, request):
    if os.geteuid() == 0:
        folder = request.getfixturevalue("mounted")("size=64k,ro")
    else:
        folder = tmp_path / "closed"
        folder.mkdir(mode=0o500)
    refused(quick(*TRAIN, "--out", str(folder / "run"), cwd=place), str(folder))
    refused(quick("explain", "run", TEXT, "--out", str(folder / "looked.svg"), cwd=place), "cannot be written")
    refused(
        quick(
            "lab",
            "pooling",
            "--corpus",
            "reviews.csv",
            "--models",
            "mean",
            "--jobs",
            "1",
            "--seeds",
            "1",
            *SMALL,
            "--set",
            "training.epochs=1",
            "--out",
            str(folder / "lab"),
            cwd=place,
        ),
        str(folder),
    )
    assert contents(folder) == {}
