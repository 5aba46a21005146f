import os
from pathlib import Path

import pytest

from regard.places import cache_folder, data_folders


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("REGARD_CACHE", "REGARD_DATA", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/reader")


def test_the_cache_is_in_the_users_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_folder() == Path("/home/reader/.cache/regard")
    monkeypatch.setenv("XDG_CACHE_HOME", "/var/caches")
    assert cache_folder() == Path("/var/caches/regard")
    monkeypatch.setenv("REGARD_CACHE", "~/mine")
    assert cache_folder() == Path("/home/reader/mine")


def test_empty_variables_count_as_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("REGARD_CACHE", "REGARD_DATA", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, "")
    assert data_folders() == [Path("/home/reader/.cache/regard/data")]


def test_data_is_looked_for_in_the_named_folders_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGARD_DATA", os.pathsep.join(["/a", "", "~/b"]))
    assert data_folders() == [Path("/a"), Path("/home/reader/b"), Path("/home/reader/.cache/regard/data")]
