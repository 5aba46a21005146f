"""Finished runs that all tests here may read, and copy to change."""

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from . import small_language
from .small import trained


@pytest.fixture(scope="session")
def finished_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trained(tmp_path_factory.mktemp("runs") / "finished").folder


@pytest.fixture
def copied_run(finished_run: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(finished_run, tmp_path / "copied"))


@pytest.fixture(scope="session")
def starts(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A run of each language model that is asked for, hardly trained: to start from, never to change."""
    folder = tmp_path_factory.mktemp("starts")
    return cache(lambda name: small_language.trained(folder / name, name, "training.epochs=1").folder)
